"""Who asks for a fact is not told what somebody claimed, proposed or wondered, or what would have been (B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_fact import less_than_fact


@pytest.mark.parametrize(
    ("asked", "quoted"),
    [
        ("Does blue light harm sleep?", 'Vasquez and colleagues claimed that "blue light harms sleep".'),
        ("Is the queue the obvious choice?", "Hanna argued that the queue is the obvious choice."),
        ("Is tin the main cause?", 'Bertram (2015) stated that "tin is the main cause".'),
        ("Is tin the safest metal?", 'A review called tin "the safest of all metals".'),
        ("Would a ban help teenagers?", 'Harrow went further: "A ban would help every teenager."'),
        ("Does the allowance rise to £480?", "Gwen asked whether the allowance should be raised to £480."),
        ("What is the training budget?", "Moira suggested a training budget of £1,000."),
        ("Is the shed free?", "My guess is that it will be free."),
        ("Is the shed free?", "As far as I know it is free."),
        ("Ist der Schuppen frei?", "Ich glaube, er ist frei."),
        ("What discount do members receive?", "Members would have received a discount of 15%."),
        ("How much was lost?", "The preliminary estimate of what was lost was 1.9 million euros."),
        ("How long does it run?", "Aerion says the V8 runs for 60 minutes."),
        ("How much does it use a year?", "According to the maker, it uses 120 kWh a year."),
        ("When does the hinge break?", "The hinge breaks after about 8,000 openings, a user forum claims."),
        ("When will the ward close?", "It has been written on the web that the ward will close in 2027."),
        ("When will sharing be released?", "We had planned this for the end of 2025."),
        ("When will the price rise?", "The price was to rise to €749 on 1 July."),
        ("Was the price of a lunch raised?", "Ann said that it would rise to 7.20 euros if the supplier changes."),
        ("What does a lunch cost?", "If the supplier changes, a lunch would cost 7.20 euros."),
        ("Wie teuer ist das Essen?", "Das Essen würde 7 Euro kosten, wenn der Lieferant wechselt."),
        ("Until when is it free?", "You may cancel free of charge until [number] days before you arrive."),
        ("What do groups pay?", "Groups pay XX euros each."),
        ("What do groups pay?", "Groups pay 12 euros (to be confirmed)."),
        ("When does it open?", "It opens on ____ May."),
        ("Wann öffnet es?", "Es öffnet am <Datum>."),
        ("What is the true cost?", 'The true cost is at least £2 million."'),
        ("How much is a new bin?", "For comparison: in Portley a new bin costs £30."),
        ("Does tin slow the growth?", "We hypothesised that tin slows the growth."),
        ("Is every fourth neighbour disturbed?", "A report of the Chamber states that every fourth neighbour is."),
        ("Ist Zinn die Ursache?", "Bertram behauptete, dass Zinn die Ursache ist."),
        ("Is a function easier to find than an argument?", "Some have also argued that a function is easier to find."),
        ("How long can the buffer be stored?", "The kit booklet says that the buffer can be stored for 4 weeks."),
        ("Is tai chi superior?", "The authors of Ito 2019 state that tai chi is superior."),
        ("What was the response rate?", "We took the response rate under placebo to be 25%."),
        ("When does the school close?", "The school closes in August, a rumour that won't die."),
        ("How much less sleep does coffee cause?", "Coffee was associated with 23 minutes less sleep."),
        ("Does coffee reduce sleep?", "Coffee and short sleep were correlated."),
        ("Does it need a warm-up?", 'A distributor advertises: "It needs no warm-up at all."'),
        ("How are lottery wins taxed?", '- "Lottery wins are taxed at 20%."'),
        ("What is the profit?", 'A year ago we wrote: "The profit is 4 million."'),
        ("What is the profit?", "We had expected a profit of 4 million."),
        ("Who is the successor of Lars Tarn?", "Two candidates for his post were interviewed: Jutta Ny and Kai Wo."),
        ("How much sugar is needed?", "Readers wrote that 80 g of sugar is too much."),
        ("Who was the first mayor?", "The 8th edition stated that Alice Thwaite was the first mayor."),
        ("How high is the tower?", "An earlier version of this page gave 61 m."),
        ("Wird der Zuschuss erhöht?", "Frau Krämer fragte, ob der Zuschuss erhöht wird."),
        ("Does the library open on Sundays?", "Ms Brandt moved that the library open on Sundays."),
        ("Where is Judge Tarn buried?", "He had asked to be buried at Malby."),
        ("Could the switch stay for ever?", "We could also decide to keep the switch for ever."),
        ("Will the tunnel be closed at night?", "Residents fear that the tunnel will be closed at night."),
        ("How much does the insurance cover?", "The treasurer thinks that the insurance covers £1 million."),
        ("When will it be finished?", "Many doubt that it will be finished in 2031."),
        ("Is the rock stable?", "In my opinion the rock is stable enough."),
        ("Will it open in May?", "We are confident that it will open in May."),
        ("Wird er nachts gesperrt?", "Die Anwohner befürchten, dass er nachts gesperrt wird."),
        ("Ist der Fels fest?", "Meiner Meinung nach ist der Fels fest."),
        ("Did the database run out of space?", "09:31 | Suspicion: the database has run out of space"),
        ("Is the chlorine a danger?", "**Some people say the chlorine is a danger.**"),
        ("Ist das Chlor gefährlich?", "Viele Leute meinen, das Chlor sei gefährlich."),
        ("Do otters avoid harbours?", "It has long been held that otters avoid harbours."),
        ("Do otters avoid harbours?", "It is a common belief that otters avoid harbours."),
        ("Meiden Otter Häfen?", "Es heißt oft, dass Otter Häfen meiden."),
        ("Is shaping on every frame slow?", "Shaping text on every frame sounds slow."),
        ("How many jobs will go?", "He had heard that 240 jobs would go."),
        ("Does the board earn too much?", "Mrs Thiel criticised that the board earns too much."),
        ("Who built the bridge?", "Every guide tells the story: Jost Reding built the bridge in a night."),
        ("Who built the bridge?", "Legend has it that Jost Reding built the bridge."),
        ("Do you need a bigger bucket?", "“At full moon you need a bigger bucket,” my grandmother used to say."),
        ("Taugen Wärmepumpen etwas?", "Wärmepumpen taugen nichts, hört man am Stammtisch."),
        ("Is a disk faster?", "A disk at home, they argue, is faster and cheaper."),
        ("Warum fiel die Pumpe aus?", "**Vermutung**: Das Ventil klemmt."),
    ],
)
def test_less_than_a_fact_is_no_answer(asked: str, quoted: str) -> None:
    assert less_than_fact(asked, quoted)


@pytest.mark.parametrize(
    ("asked", "quoted"),
    [
        ("What did Hanna argue about the queue?", "Hanna argued that the queue is the obvious choice."),
        ("Who said that tin is the cause?", 'Bertram stated that "tin is the cause".'),
        ("Which cause does Bertram give?", 'Bertram stated that "tin is the cause".'),
        ("What does the review call tin?", 'A review called tin "the safest of all metals".'),
        ("Which port is used?", 'The port is called "Harbour of the North" and has number 17.'),
        ("Does this proposal slow imports?", "We believe that imports are not slowed."),
        ("Is tin harmful?", "The results suggest that tin is harmful."),
        ("What would members have received?", "Members would have received a discount of 15%."),
        ("What was the first estimate?", "The first estimate was 1.9 million euros."),
        ("Is the ban recommended?", "The board recommended to keep the ban."),
        ("Is coffee associated with less sleep?", "Coffee was associated with 23 minutes less sleep."),
        ("When did she take office?", "She assumed office in 1998."),
        ("What does the theorem say of primes?", "It states that there are infinitely many primes."),
        ("How heavy is the lid?", "The lid weighs 2 kg."),
        ("How high was the tower in the first edition?", "The first edition gave 61 m."),
        ("When did the report appear?", "The first report appeared in 1951."),
        ("Which button ends it?", "“Stop and save”"),
        ("Who were the candidates?", "Two candidates were interviewed: Jutta Ny and Kai Wo."),
        ("What is asked of them?", "Candidates bring a pen."),
        ("What profit was expected?", "We had expected a profit of 4 million."),
        ("When was the price to rise?", "The price was to rise on 1 July."),
        ("What is the sign called?", "It is called “the lamp”."),
        ("What happens if the supplier changes?", "A lunch would cost 7.20 euros if the supplier changes."),
        ("Which fields does the template have?", "Dear [name], you may cancel until [number] days before."),
        ("What does the guide say?", "See [the guide](guide.md) and note [1]."),
        ("What was signed in 1951?", "The Provisional Government signed the treaty in 1951."),
        ("What was the first suspicion?", "09:31 | Suspicion: the database has run out of space"),
        ("What do people say about it?", "Most people say it is a danger."),
        ("Who reads the paper?", "Many people think about it and read the paper."),
        ("Where was the congress held?", "It was held in Bern, a city that lies on the Aare."),
        ("Who wrote the legend?", "The legend of the bridge was written by Ada Brandt."),
        ("What is the story called?", "The story is called “The Leap”."),
        ("What is the idea behind it?", "The main idea: water runs downhill."),
        ("Is the bridge safe?", "There is no doubt that the bridge is safe."),
        ("Is it safe?", "It is certain that the bridge is safe."),
        ("What do residents fear?", "Residents fear that the tunnel will be closed at night."),
        ("What is Dr Imai's opinion of the rock?", "In my opinion the rock is stable enough."),
    ],
)
def test_a_fact_and_what_was_asked_for_are_answers(asked: str, quoted: str) -> None:
    assert not less_than_fact(asked, quoted)


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_is_judged(asked: str, quoted: str) -> None:
    assert less_than_fact(asked, quoted) in (True, False)


@pytest.mark.parametrize(
    ("asked", "quoted", "less"),
    [
        ("Does coffee lower the risk?", "In a cohort of 90 adults, drinkers had a lower risk.", True),
        ("Does coffee protect the heart?", "People who drink coffee have healthier hearts.", True),
        ("Does coffee protect the heart?", "The risk of heart disease was lower in drinkers.", True),
        ("Is coffee good for the heart?", "An observational study found fewer heart attacks.", True),
        ("Senkt Kaffee das Risiko?", "Menschen, die Kaffee trinken, sind seltener krank.", True),
        ("Does coffee protect the heart?", "In the trial, patients who drank coffee had lower pressure.", False),
        ("How much lower is the risk?", "In a cohort of 90 adults, drinkers had a 12 % lower risk.", False),
        ("Is the risk lower in those who drink?", "People who drink coffee have a lower risk.", False),
        ("Does the plan lower the price?", "The plan lowers the price for everybody.", False),
    ],
)
def test_what_is_so_of_those_who_do_it_is_no_effect(asked: str, quoted: str, less: bool) -> None:
    assert less_than_fact(asked, quoted) is less
