#!/usr/bin/env python3
"""Checks the file of a survey's result, without its server: python3 verify.py RESULT.json [LEDGER.jsonl]

RESULT is the file that a survey's page offers as JSON, or the record of a meeting, with the results of several
questions; LEDGER is that of all votes, for results of many votes. Written from the description of the format in
docs/ledger.md, not from the server's code, and needs only Python 3.
"""
import json, re, sys
from hashlib import sha256

class Flaw(Exception):
    pass

def need(condition, sentence):
    if not condition:
        raise Flaw(sentence)

def sha(text):
    return sha256(text.encode()).hexdigest()

def text_of(value):
    """JSON as RFC 8785 writes it, of lists, texts, whole numbers and null."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

def matches(pattern, value):
    return isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII) is not None

HASH, DAY = "[0-9a-f]{64}", r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
INSTANT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
LIST = ("invited", "added", "struck", "codes", "replaced", "reissuedByOperator", "unsent", "objections")
ANSWERS = ("yes", "no", "unsure")

def is_count(value):
    return type(value) is int and 0 <= value < 2**53

def dash(value):
    return "-" if value is None else value

def start_of(ledger):
    """The text of h(0)."""
    if ledger["format"] == 2:
        need("asks" not in ledger and "closing" not in ledger, "A log of format 2 says nothing of the question.")
        return "Survey App ledger 2 of " + ledger["surveyId"]
    need("closing" in ledger, "It doesn't say whether it is closed.")
    asks = ledger["asks"]
    settings = [asks[name] for name in ("electorate", "privacy", "results")]
    switches = [asks[name] for name in ("changeable", "unsure")]
    need(matches(HASH, asks["question"]), "The question has no hash.")
    need(all(matches("[A-Za-z]+", word) for word in settings), "Invalid settings.")
    need(all(type(switch) is bool for switch in switches), "Invalid settings.")
    need(asks["after"] is None or matches(r"[1-9]\d*:" + HASH, asks["after"]), "Invalid settings.")
    words = settings + [str(int(switch)) for switch in switches] + [dash(asks["after"])]
    return " ".join(["Survey App ledger 3 of", ledger["surveyId"], "asks", asks["question"], *words])

def closing_of(closing, closed):
    """The text that says how the survey was closed."""
    if closing is None:
        return "-"
    by, at, planned, notes, listed = (closing[name] for name in ("by", "at", "planned", "notes", "list"))
    need(by in ("deadline", "owner", "admin", "everyone") and matches(INSTANT, at), "Invalid close.")
    need(at[:10] == closed and matches(INSTANT, closing["from"]), "Invalid close.")
    need(by != "deadline" if planned is None else matches(INSTANT, planned), "Invalid close.")
    need(by != "deadline" or planned <= at, "It was closed before its deadline, and not by anybody.")
    need(is_count(closing["moves"]) and is_count(notes), "Invalid close.")
    need(closing["shown"] is None or is_count(closing["shown"]), "Invalid close.")
    need(closing["notesHash"] is None if notes == 0 else matches(HASH, closing["notesHash"]), "Invalid close.")
    need(listed is None or all(is_count(listed[name]) for name in LIST), "Invalid list.")
    numbers = "-" if listed is None else " ".join(str(listed[name]) for name in LIST)
    return (f"by {by} at {at} from {closing['from']} planned {dash(planned)} moves {closing['moves']} "
            f"notes {notes} {dash(closing['notesHash'])} shown {dash(closing['shown'])} list {numbers}")

def check_rows(ledger, start, entries):
    """Follows the rows from h(0) to the head, and counts those that no later row replaces."""
    asks, key, before, day, votes, replaced = ledger.get("asks"), ledger["key"], start, "", {}, set()
    for number, entry in enumerate(entries, 1):
        n, date, replaces, vote, k = entry["n"], entry["date"], entry["replaces"], entry.get("vote"), entry.get("k")
        need(type(n) is int and n == number and matches(DAY, date) and date >= day, f"Row {number} is out of order.")
        need(vote is None or type(vote) is int and vote in (0, 1, 2), f"Row {n} has no such answer.")
        need(not asks or asks["unsure"] or vote != 2, f"Row {n} has an answer that was not offered.")
        need(not asks or asks["changeable"] or replaces is None, f"Row {n} changes a vote that can't be changed.")
        if replaces is not None:
            need(type(replaces) is int and replaces in votes and replaces not in replaced, f"Row {n} replaces no row.")
            replaced.add(replaces)
        if key is not None:
            need(vote is not None and k is None and "seal" not in entry, f"Row {n} is not open.")
            k = sha(f"row {key} {n}")
        need("seal" not in entry if vote is not None else matches(HASH, entry.get("seal")), f"Row {n} is not a vote.")
        need(vote is None or matches(HASH, k), f"Row {n} has no key.")
        seal = entry["seal"] if vote is None else sha(f"seal {k} {vote}")
        before = sha(f"{before} {n} {date} {dash(replaces)} {seal}")
        need(before == entry["hash"], f"Row {n} doesn't follow from the rows before it.")
        day, votes[n] = date, vote
    need(key is not None or all((vote is None) == (n in replaced) for n, vote in votes.items()), "Other rows are open.")
    counted = [vote for n, vote in votes.items() if n not in replaced]
    need(before == ledger["head"] and len(votes) == ledger["rows"], "The rows don't end with the head.")
    need(len(counted) == ledger["participants"], "The number of people is not that of the rows.")
    answers = {"yes": counted.count(1), "no": counted.count(0), "unsure": counted.count(2)}
    need(answers == ledger["totals"], "The totals are not those of the rows.")
    need(ledger["closed"] is None or day <= ledger["closed"], "A vote was stored after the close.")

def check_ledger(ledger, entries):
    """Checks a ledger in itself. Returns how many rows are missing."""
    totals, closed, rows, people = (ledger[name] for name in ("totals", "closed", "rows", "participants"))
    need(type(ledger["format"]) is int and ledger["format"] in (2, 3), "A log of another format.")
    need(matches(r"[\w-]{1,64}", ledger["surveyId"]) and isinstance(ledger["entries"], list), "Not a log.")
    need(matches(HASH, ledger["head"]) and (ledger["key"] is None or matches(HASH, ledger["key"])), "Not a log.")
    hidden = ledger["key"] is None and rows == 0
    need(totals is not None or hidden and closed is not None, "The log is still sealed, so it can't prove any result.")
    need(all(map(is_count, [rows, people, *(totals[name] for name in ANSWERS if totals)])), "Not whole numbers.")
    need(not totals or sum(totals[name] for name in ANSWERS) == people, "The totals are not the number of people.")
    start = sha(start_of(ledger))
    if hidden:
        need(closed is not None, "Totals before the close.")
        need(people == 0 or (totals is not None) == (people >= 5), "Totals of too few people, or none of enough.")
        need(ledger["head"] == start and ledger["entries"] == [], "A log without rows has no other head.")
    if "asks" in ledger:
        need((ledger["asks"]["privacy"] == "named") != hidden or people == 0, "The rows don't fit the privacy.")
    need(hidden or closed is not None or ledger["key"] is not None, "The log is still sealed.")
    need((closed is None) == (ledger["end"] is None), "A close without an end, or an end without a close.")
    if closed is not None:
        need(matches(DAY, closed), "Invalid close.")
        numbers = f"{closed} {people} " + " ".join(str(totals[name]) if totals else "-" for name in ANSWERS)
        end = f"{ledger['head']} closed {numbers}"
        if ledger["format"] == 3:
            end = f"{ledger['head']} ends {start} {numbers} {closing_of(ledger['closing'], closed)}"
        need(ledger["end"] == sha(end), "The end doesn't follow from the head and the numbers.")
    else:
        need(ledger.get("closing") is None, "It says how it was closed, and is not closed.")
    if not hidden and (entries or rows == 0):
        check_rows(ledger, start, entries)
    return 0 if hidden or entries else rows

def question_of(survey, label, number):
    """The text whose SHA-256 stands for the question."""
    language, translations, rule = survey.get("language"), survey.get("translations", []), label.get("passRule")
    asked = [{**survey, "language": language}, *translations]
    need(isinstance(translations, list), "Invalid translations.")
    need(all(isinstance(one.get("imageAlt", ""), str) for one in asked), "Invalid description of the picture.")
    names = {"language", "Title", "Description", "imageAlt"}
    need(all(set(one) <= names for one in translations), "Invalid translation.")
    if rule is not None:
        quorum = rule["quorum"]
        need(quorum is None or is_count(quorum["people"]), "Invalid pass rule.")
        parts = [rule["needs"], rule["share"], rule["of"], quorum and [quorum["people"], quorum["of"]]]
    if number == 3:
        need("language" in survey and "translations" in survey, "The question is not complete.")
        need(label["picture"] is None or matches("(file|address) " + HASH, label["picture"]), "Invalid picture.")
        each = [[one["language"], one["Title"], one["Description"], one.get("imageAlt")] for one in asked]
        return text_of(["Survey App question 3", each, label["picture"], None if rule is None else parts])
    need("picture" not in label and "notes" not in survey, "A log of format 2 stands for no picture and no notes.")
    if language is None and "imageAlt" not in survey:
        need(not translations and not re.search("[\r\n\0]", survey["Title"]), "Invalid question.")
        need("\0" not in survey["Description"], "Invalid question.")
        text = f"{survey['Title']}\n{survey['Description']}"
    else:
        alt = lambda one: [one["imageAlt"]] if "imageAlt" in one else []
        text = text_of([[one["language"], one["Title"], one["Description"], *alt(one)] for one in asked])
    if rule is None:
        return text
    people = quorum and {"people": quorum["people"], "of": quorum["of"]}
    return text + "\0" + text_of({"needs": rule["needs"], "share": rule["share"], "of": rule["of"], "quorum": people})

def has_passed(rule, totals):
    yes, no, unsure = totals["yes"], totals["no"], totals["unsure"]
    fraction = re.fullmatch(r"(\d+)(?:/(\d+)|%)", rule["share"])
    p, q = int(fraction[1]), int(fraction[2] or 100)
    every = yes + no + (unsure if rule["of"] == "answers" else 0)
    quorum = rule["quorum"]
    enough = quorum is None or (yes if quorum["of"] == "yes" else yes + no + unsure) >= quorum["people"]
    return enough and every > 0 and (yes * q > p * every if rule["needs"] == "moreThan" else yes * q >= p * every)

def check_closing(survey, label, closing, people):
    listed, notes = closing["list"], survey["notes"][: closing["notes"]]
    need(len(notes) == closing["notes"], "Notes are missing.")
    noted = text_of([[note["createdAt"], note["text"]] for note in notes])
    need(not notes or sha(noted) == closing["notesHash"], "Other notes.")
    early = closing["by"] != "deadline" and closing["planned"] is not None
    asked = [label["asked"]["from"], label["asked"]["to"], label["plannedTo"]]
    need(asked == [closing["from"], closing["at"], closing["planned"]], "It was closed at another time.")
    need(label["closedEarly"] is early, "It was closed otherwise.")
    need(is_count(label["deadlineMoves"]) and label["deadlineMoves"] == closing["moves"], "Another number of moves.")
    need(label.get("shownAfter") == closing["shown"], "It was shown after another number of votes.")
    identity = "account" if listed is None else "code" if listed["codes"] > 0 else "invitation"
    identity = "browser" if label["electorate"] == "link" else identity
    need(label["identity"] == identity, "Voters were told apart otherwise.")
    need((listed is None) == (label["list"] is None), "There is a list, or there is none.")
    if listed is not None:
        found, everyone = label["list"], listed["invited"] + listed["added"]
        need(all(is_count(found[name]) for name in LIST), "Invalid list.")
        need(all(found[name] == listed[name] for name in LIST[:-1]), "Another list.")
        need(found["objections"] >= listed["objections"], "Fewer objections than at the close.")
        turnout = people / everyone if everyone else None
        need(found["turnout"] == turnout and type(found["turnout"]) is not bool, "Another turnout.")

NEVER = ["survey.url", "ledgerUrl", "label.askedBefore", "label.composition", "label.bursts", "label.bounds",
         "label.list.changes"]
BY_END = ["survey.notes", "label.notes", "label.list", "label.identity", "label.asked", "label.plannedTo",
          "label.closedEarly", "label.deadlineMoves", "label.shownAfter"]
BY_START = ["survey.Title", "survey.Description", "survey.language", "survey.translations", "survey.imageAlt",
            "label.questionHash", "label.passRule", "label.passed", "label.electorate", "label.resultsDuring",
            "label.privacy", "label.changeable"]

def check(result, entries=None):
    """Returns the fields that can't be checked, and how many rows were missing. Raises Flaw at a contradiction."""
    try:
        return check_result(result, entries)
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, UnicodeError, ValueError):
        raise Flaw("This file is damaged.") from None

def check_result(result, entries):
    survey, label, totals, ledger = result["survey"], result["label"], result["totals"], result["ledger"]
    missing = check_ledger(ledger, ledger["entries"] or entries or [])
    number, closed, closing, asks = ledger["format"], ledger["closed"], ledger.get("closing"), ledger.get("asks")
    newer = survey.get("language") is not None or label.get("passRule") is not None or "imageAlt" in survey
    version = 3 if number == 3 else 2 if newer else 1
    need(result["format"] == f"Survey App result {version}", "Another format than its log.")
    need(survey["_id"] == ledger["surveyId"], "The log is of another survey.")
    shown = ledger["totals"]
    need(all(is_count(value) or not shown and value is None for value in totals.values()), "Not whole numbers.")
    answers = shown or dict.fromkeys(ANSWERS)
    need(totals == {"participants": ledger["participants"], **answers}, "Other totals than the log.")
    need(all(isinstance(text, str) for text in (survey["Title"], survey["Description"])), "This file is damaged.")
    need(sha(question_of(survey, label, number)) == label["questionHash"], "The question doesn't match its hash.")
    need(label["head"] == (ledger["end"] or ledger["head"]), "Another head than the log.")
    need((label["asked"]["to"] or "")[:10] == (closed or ""), "Another day of the close than the log.")
    named, changes = label["privacy"] == "named", ledger["rows"] - ledger["participants"]
    need(named == (ledger["rows"] > 0) or ledger["participants"] == 0, "Rows don't fit the privacy.")
    need(type(label["changes"]) is not bool, "Another number of changes.")
    need(label["changes"] == (changes if named else None), "Another number of changes.")
    rule = label.get("passRule")
    need(("passRule" in label) == ("passed" in label) and (number == 2 or "passRule" in label), "No pass rule.")
    passed = has_passed(rule, totals) if rule is not None and shown and closed is not None else None
    need(label.get("passed") is passed, "Another outcome.")
    if asks:
        settings = [label["electorate"], label["privacy"], label["resultsDuring"], label["changeable"]]
        need(asks["question"] == label["questionHash"], "The log asks another question.")
        need(settings == [asks[name] for name in ("electorate", "privacy", "results", "changeable")], "Other settings.")
        need(type(label["changeable"]) is bool, "Other settings.")
        need(isinstance(survey["notes"], list), "Invalid notes.")
        need(is_count(label["notes"]) and label["notes"] == len(survey["notes"]), "Another number of notes.")
        need(all(set(note) == {"text", "createdAt"} for note in survey["notes"]), "Invalid notes.")
    begun = bool(asks) and (missing == 0 or closed is not None)
    if closing:
        check_closing(survey, label, closing, totals["participants"])
    later = ["survey.notes after the close"] if closing and len(survey["notes"]) > closing["notes"] else []
    unstored = ["ledger.key"] if ledger["rows"] == 0 and ledger["key"] is not None else []
    unstored += ["label.picture"] if (label.get("picture") or "").startswith("address") else []
    ends = (["label.list.objections"] if label["list"] else []) + later if begun and closing else BY_END
    return (BY_START if not begun else []) + ends + unstored + NEVER, missing

def check_record(record):
    """Returns what can't be checked, and the number and head of each question. Raises Flaw at a contradiction."""
    try:
        return check_questions(record["meeting"], record["questions"])
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, UnicodeError, ValueError):
        raise Flaw("This record is damaged.") from None

def check_questions(meeting, questions):
    texts, blanks = ("_id", "name", "ownerName", "url"), ("language", "begunAt", "endedAt")
    need(all(isinstance(meeting[name], str) for name in texts), "This record is damaged.")
    need(all(meeting[name] is None or isinstance(meeting[name], str) for name in blanks), "This record is damaged.")
    need(isinstance(questions, list), "This record is damaged.")
    heads, last, unchecked = [], None, {}
    for n, question in enumerate(questions, 1):
        need(type(question["n"]) is int and question["n"] == n, f"Question {n} is missing, or out of order.")
        if "result" not in question:
            need(set(question) == {"n", "openedAt", "head"} and matches(HASH, question["head"]), "Invalid question.")
            need(isinstance(question["openedAt"], str), "Invalid question.")
            heads.append(question["head"])
            continue
        need(set(question) == {"n", "result", "repeats", "repeatedBy"}, "Invalid question.")
        fields, last = check_question(n, question["result"], heads, last)
        unchecked.update(dict.fromkeys("questions.*.result." + name for name in fields))
        heads.append(question["result"]["label"]["head"])
        check_repeats(n, question, questions)
    named = ["questions.*.repeats", "questions.*.repeatedBy"] if questions else []
    named += ["questions.*.openedAt"] if any("head" in each for each in questions) else []
    # Only the log of the next question shows the head of one that was taken down.
    unproven = any("head" in one and "result" not in other for one, other in zip(questions, [*questions[1:], {}]))
    return ["meeting", "questions after the last one", *named, *(["questions.*.head"] * unproven), *unchecked], heads

def check_question(n, result, heads, last):
    """Checks a result, that its log begins with the end of the question before it, and that its list goes on."""
    try:
        fields, missing = check_result(result, None)
    except Flaw as flaw:
        raise Flaw(f"Question {n}: {flaw}") from None
    asks, closing = result["ledger"].get("asks"), result["ledger"].get("closing")
    need(missing == 0 and result["ledger"]["closed"] is not None, f"Question {n} is not complete, or not closed.")
    need(asks and asks["electorate"] == "invited" and asks["results"] == "afterClose" and not asks["changeable"]
         and (closing is None or closing["list"] is not None), f"Question {n} is not a question of a meeting.")
    after = f"{n - 1}:{heads[-1]}" if heads else None
    need(asks["after"] == after, f"Question {n} doesn't begin with the end of the question before it.")
    if closing is None:
        return fields, last
    listed = closing["list"]
    grows = last is None or all(listed[name] >= last[name] for name in ("added", "struck", "replaced"))
    need(grows and (last is None or listed["invited"] == last["invited"]), f"Question {n} has another list.")
    return fields, listed

def check_repeats(n, question, questions):
    """A question and the one that repeats it name each other; one that was taken down names none."""
    repeats, by = question["repeats"], question["repeatedBy"]
    if repeats is not None:
        need(set(repeats) == {"n", "reason"} and isinstance(repeats["reason"], str), "Invalid repetition.")
        need(type(repeats["n"]) is int and 0 < repeats["n"] < n, f"Question {n} repeats no question.")
        repeated = questions[repeats["n"] - 1]
        need("head" in repeated or n >= (repeated["repeatedBy"] or n + 1), f"Question {n} is not named as a repetition.")
    if by is not None:
        need(type(by) is int and n < by <= len(questions), f"Question {n} is not repeated.")
        repetition = questions[by - 1]
        need("head" in repetition or (repetition["repeats"] or {}).get("n") == n, f"Question {n} is not repeated.")

def main(paths):
    if len(paths) not in (1, 2):
        sys.exit(__doc__)
    try:
        with open(paths[0], encoding="utf-8") as file:
            result = json.load(file)
        with open(paths[1] if len(paths) > 1 else paths[0], encoding="utf-8") as file:
            entries = [row for line in file for row in json.loads(line)["entries"]] if len(paths) > 1 else []
    except (OSError, KeyError, TypeError, ValueError, RecursionError) as error:
        sys.exit(f"Not checked: {error}")
    is_record = isinstance(result, dict) and result.get("format") == "Survey App meeting 1"
    try:
        unchecked, found = check_record(result) if is_record else check(result, entries)
    except Flaw as flaw:
        sys.exit(f"Invalid: {flaw}")
    (print_record if is_record else print_result)(result, found)
    print("Not checked: " + ", ".join(unchecked))

def print_record(record, heads):
    print("The record of the meeting: " + json.dumps(record["meeting"]["name"]))
    print(f"Consistent: {len(heads)} questions, each of which begins with the end of the one before it.")
    for question, head in zip(record["questions"], heads):
        missing = "not in this file, which says that an admin took it down"
        asked = json.dumps(question["result"]["survey"]["Title"]) if "result" in question else missing
        print(f"{question['n']}. {asked}: {head}")
    print("Compare the last head with one from the email at the end of the meeting, or from a printout.")

def print_result(result, missing):
    ledger, totals = result["ledger"], result["totals"]
    what = "the question and its pass rule, and for who could vote and how"
    stands = "doesn't stand" if ledger["format"] == 2 else "stands"
    print(f"Ledger format {ledger['format']}: the head {stands} for {what}.")
    answers = "{yes} yes, {no} no, {unsure} not sure" if ledger["totals"] else "too few to show the answers"
    print(f"Consistent: {totals['participants']} votes, {answers.format(**totals)}.")
    print("The question: " + json.dumps(result["survey"]["Title"]))
    if missing:
        print(f"The votes were not counted again: {missing} rows are missing. Add the file of the log.")
    print(f"Compare its head {result['label']['head']} with one from an email, a feed or a printout.")

if __name__ == "__main__":
    main(sys.argv[1:])
