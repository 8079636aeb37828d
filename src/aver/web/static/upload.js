// Sends a file as it is; what becomes of it is a page of the service.

const form = document.querySelector("form[data-upload]");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = form.querySelector("input[type=file]").files[0];
  const fields = new FormData(form);
  const query = new URLSearchParams({ name: file.name, classification: fields.get("classification") });
  for (const reader of fields.get("readers").split(",").map((one) => one.trim()).filter(Boolean)) {
    query.append("readers", reader);
  }
  tell("Sending \u2026", true);
  try {
    const headers = { "Content-Type": "application/octet-stream", "X-Proof": fields.get("proof") };
    const response = await fetch(`/web/send?${query}`, { method: "POST", body: file, headers });
    if (response.status === 202) {
      location.assign(`/web/jobs/${encodeURIComponent((await response.json()).id)}`);
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    tell([...page.querySelectorAll("main h1, main .lead")].map((one) => one.textContent).join(" ") || "It wasn't taken.");
  } catch {
    tell("The service can't be reached. Try again.");
  }
});

function tell(text, busy = false) {
  const told = form.querySelector("[data-told]");
  told.textContent = text;
  told.hidden = false;
  form.querySelector("button").disabled = busy;
}
