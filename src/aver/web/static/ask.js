// Steps of a run as they are committed, then its page. Without this script the form works all the same, only silently.
// What is shown is set as text, never as markup; the answer itself is a page that the service renders.

const RETRIES = 5;

for (const form of document.querySelectorAll("form[data-streams]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    watch(form);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.target.matches("textarea")) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
}

window.addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("form[data-streams] button")) {
    button.disabled = false;
  }
});

async function watch(form) {
  const progress = document.querySelector("[data-progress]");
  const steps = progress.querySelector("[data-steps]");
  const body = new URLSearchParams(new FormData(form)).toString();
  const button = form.querySelector("button");
  button.disabled = true;
  steps.replaceChildren();
  progress.hidden = false;
  const place = { id: "", run: "", done: false };
  for (let failures = 0; failures < RETRIES; ) {
    const before = place.id;
    try {
      const response = await fetch(form.action, { method: "POST", body, headers: headers(place.id) });
      if (!response.ok || !streams(response)) {
        place.id ? show(place.run) : form.submit();
        return;
      }
      await read(response, place, steps);
    } catch {
      // The connection broke: go on after the last event that came, from the log.
    }
    if (place.done) {
      show(place.run);
      return;
    }
    if (!place.id) {
      break;
    }
    failures = place.id === before ? failures + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** failures));
  }
  button.disabled = false;
  say(steps, "lost", place.run ? "The connection is lost. The run goes on and will be in the list." : "The service can't be reached. Try again.");
}

function headers(last) {
  const made = { Accept: "text/event-stream", "Content-Type": "application/x-www-form-urlencoded" };
  return last ? { ...made, "Last-Event-ID": last } : made;
}

function streams(response) {
  return (response.headers.get("Content-Type") ?? "").startsWith("text/event-stream");
}

async function read(response, place, steps) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const frames = (rest + value).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      take(frame, place, steps);
    }
  }
}

function take(frame, place, steps) {
  const fields = Object.fromEntries(frame.split("\n").filter((line) => line.includes(": ")).map((line) => {
    const at = line.indexOf(": ");
    return [line.slice(0, at), line.slice(at + 2)];
  }));
  if (!fields.id || !fields.data) {
    return;
  }
  const data = JSON.parse(fields.data);
  place.id = fields.id;
  place.run = data.run_id;
  if (fields.event === "answer") {
    place.done = true;
  } else {
    say(steps, data.kind.toLowerCase(), data.said);
  }
}

function say(steps, kind, said) {
  const line = document.createElement("li");
  const name = document.createElement("span");
  name.className = "step";
  name.textContent = kind;
  line.className = "new";
  line.append(name, " ", said);
  steps.append(line);
}

function show(run) {
  location.assign(`/web/runs/${encodeURIComponent(run)}`);
}
