import type { OfferedLanguage } from "@survey-app/texts/languages.ts";
import { expect, test } from "vitest";
import { demoSurveys } from "../../server/sandbox/demo/demoSurveys.ts";
import { findFlaws, type QuestionFlaw } from "./questionCheck.ts";

test.each<[title: string, ...flaws: QuestionFlaw[]]>([
  ["Should we buy a new oven and paint the kitchen?", "twoQuestions"],
  ["Should the canteen drop plastic cups and offer a deposit?", "twoQuestions"],
  ["Do you cook at home and is it cheaper?", "twoQuestions"],
  ["Should we close the old gym or replace it?", "twoQuestions"],
  ["Would you pay more and then wait 10 minutes?", "twoQuestions"],
  ["Do you like the park and should we extend it?", "twoQuestions"],
  ["Is it good? Is it cheap?", "twoQuestions"],
  ["Don't you think that the park is lovely?", "leading"],
  ["Don’t you want lower prices?", "leading"],
  ["Do you agree that the rent is too high?", "leading"],
  ["Surely we need a new bridge?", "leading"],
  ["The bus is late too often, isn't it?", "leading"],
  ["Should the office not open on Friday?", "negation"],
  ["Are you against meetings that don't have an agenda?", "negation"],
  ["Do you always lock the door?", "absolute"],
  ["Should all employees work on site?", "absolute"],
  ["Should nobody smoke in the courtyard?", "absolute"],
  [`Is this ${"very ".repeat(24)}long?`, "tooLong"],
  ["Should the library open on Sunday", "noQuestionMark"],
  ["Should we never buy meat and sell the grill", "twoQuestions", "absolute", "noQuestionMark"],
])("%s", (title, ...flaws) => expect(findFlaws(title, null)).toEqual(flaws));

test.each([
  ["a list of things", "Do you like salt and pepper?"],
  ["a list of things", "Should we serve coffee or tea in the morning?"],
  ["a list that ends with a noun that is a verb too", "Is there a good balance between family and work?"],
  ["a name", "Is the Drink and Drive campaign a success?"],
  ["two adjectives", "Is the new menu cheap and healthy?"],
  ["two people", "Should parents and teachers meet twice a year?"],
  ["yes or no", "Is a vote of yes or no enough?"],
  ["or not", "Should the shop open on Sunday or not?"],
  ["words that contain others", "Should notes about Nottingham be kept in another knot?"],
  ["not only", "Should the app work not only on phones?"],
  ["a word that is no quantity", "Should the lamp stay on all day?"],
  ["a compound", "Would you buy an all-purpose cleaner?"],
  ["at all", "Do you read the news at all?"],
  ["a question of twenty-five words", `Is this ${"very ".repeat(22)}long?`],
  ["a full-width question mark", "これはいいですか？"],
  ["another language", "Soll die Küche schließen und die Kantine öffnen?"],
  ["nothing", ""],
])("%s triggers no hint: %s", (_, title) => expect(findFlaws(title, null)).toEqual([]));

test("no question of the demo triggers a hint", () => {
  const flawed = demoSurveys.flatMap(({ title }) => findFlaws(title, null).map((flaw) => [flaw, title]));
  expect(flawed).toEqual([]);
});

test("rules about English words are not applied to questions in other languages", () => {
  expect(findFlaws("Sollen wir die Not lindern?", "de")).toEqual([]);
  expect(findFlaws("Sollen wir die Not lindern?", "en")).toEqual(["negation"]);
  expect(findFlaws("Sollen wir die Not lindern", "de")).toEqual(["noQuestionMark"]);
});

/** Questions with the main mistakes, and beside each one that looks like it and has none, in every language. */
const golden: Record<OfferedLanguage, { flawed: Partial<Record<QuestionFlaw, string[]>>; fine: string[] }> = {
  en: {
    flawed: {
      openQuestion: [
        "What should we eat on Friday?",
        "Which color do you like?",
        "Who should lead the board?",
        "When do we meet?",
        "Where is the party?",
        "Why are you late?",
        "How often should we meet?",
        "At what time do we start?",
        "The kettle is broken. What do we buy?",
      ],
      choice: ["Coffee or tea?", "Do you prefer Monday or Friday?", "Should we meet on Monday or on Friday?"],
      twoQuestions: ["Should we raise the fee and fire the board?", "Is it cheap? Is it good?"],
    },
    fine: [
      "When it rains, should we cancel the trip?",
      "How about a barbecue on Friday?",
      "What if we met on Mondays?",
      "Should we find out when the bus leaves?",
      "Do you know who we are?",
      "Whatever happens, should we meet?",
      "Should dogs or cats come along?",
      "Is the hall big enough or not?",
      "Are you for more or less homework?",
      "Should we buy bread and butter?",
      "Is the Who a good band?",
    ],
  },
  de: {
    flawed: {
      openQuestion: [
        "Was sollen wir essen?",
        "Welche Farbe nehmen wir?",
        "Wer soll den Vorstand leiten?",
        "Wann treffen wir uns?",
        "Wo feiern wir?",
        "Warum ist das so?",
        "Wie oft sollen wir uns treffen?",
        "Um wie viel Uhr fangen wir an?",
      ],
      choice: [
        "Kaffee oder Tee?",
        "Trefft ihr euch lieber montags oder freitags?",
        "Sollen wir am Montag oder am Freitag feiern?",
      ],
      twoQuestions: [
        "Sollen wir den Beitrag erhöhen und den Vorstand entlassen?",
        "Sollen wir umziehen und sollen wir feiern?",
      ],
    },
    fine: [
      "Wer zu spät kommt, soll der zahlen?",
      "Wie wäre es mit einem Grillfest?",
      "Sollen wir klären, wann der Bus fährt?",
      "Sollen Hunde oder Katzen mitkommen?",
      "Ist der Saal groß genug oder nicht?",
      "Sollen wir mit roten und blauen Stiften schreiben?",
      "Sollen Eltern und Lehrer sich öfter treffen?",
      "Wollen wir weniger oder mehr Hausaufgaben?",
      "Sollen wir Brot und Butter kaufen?",
    ],
  },
  es: {
    flawed: {
      openQuestion: [
        "¿Qué comemos el viernes?",
        "¿Cuál prefieres?",
        "¿Quién debe dirigir la junta?",
        "¿Cuándo nos vemos?",
        "¿Dónde es la fiesta?",
        "¿Por qué llegas tarde?",
        "¿Cómo vamos?",
        "¿A qué hora empezamos?",
      ],
      choice: ["¿Café o té?", "¿Prefieres el lunes o el viernes?"],
      twoQuestions: ["¿Debemos subir la cuota y despedir a la junta?", "¿Es bueno y es barato?"],
    },
    fine: [
      "¿Qué te parece si comemos juntos?",
      "¿Debemos averiguar cuándo sale el autobús?",
      "¿Pueden venir perros o gatos?",
      "¿Es grande la sala o no?",
      "¿Debemos comprar pan y mantequilla?",
      "¿Vamos a cambiar de lugar y alquiler?",
    ],
  },
  fr: {
    flawed: {
      openQuestion: [
        "Que mange-t-on vendredi ?",
        "Quelle couleur choisir ?",
        "Qui doit diriger le bureau ?",
        "Quand nous voyons-nous ?",
        "Où a lieu la fête ?",
        "Pourquoi êtes-vous en retard ?",
        "Comment y aller ?",
        "À quelle heure commence-t-on ?",
        "Qu'est-ce que tu veux ?",
        "D’où partons-nous ?",
      ],
      choice: ["Café ou thé ?", "Préférez-vous lundi ou vendredi ?"],
      twoQuestions: ["Faut-il augmenter la cotisation et renvoyer le bureau ?", "Est-ce bon et est-ce cher ?"],
    },
    fine: [
      "Quand il pleut, faut-il annuler la sortie ?",
      "Pourquoi pas un barbecue ?",
      "Faut-il demander quand part le bus ?",
      "Peut-on amener des chiens ou des chats ?",
      "La salle est grande ou non ?",
      "Faut-il acheter du pain et du beurre ?",
      "Faut-il changer de loyer et de quartier ?",
    ],
  },
  it: {
    flawed: {
      openQuestion: [
        "Che cosa mangiamo venerdì?",
        "Quale colore preferisci?",
        "Chi deve guidare il direttivo?",
        "Quando ci vediamo?",
        "Dov'è la festa?",
        "Perché siete in ritardo?",
        "Come ci andiamo?",
        "A che ora cominciamo?",
      ],
      choice: ["Caffè o tè?", "Preferisci lunedì o venerdì?"],
      twoQuestions: ["Dobbiamo aumentare la quota e cacciare il direttivo?", "È buono ed è economico?"],
    },
    fine: [
      "Che ne dici di una grigliata?",
      "Quando piove, dobbiamo annullare la gita?",
      "Dobbiamo chiedere quando parte l'autobus?",
      "Possono venire cani o gatti?",
      "La sala è grande o no?",
      "Dobbiamo comprare pane e burro?",
      "Dobbiamo organizzare una gita al mare e in montagna?",
    ],
  },
  nl: {
    flawed: {
      openQuestion: [
        "Wat eten we vrijdag?",
        "Welke kleur kiezen we?",
        "Wie moet het bestuur leiden?",
        "Wanneer spreken we af?",
        "Waar is het feest?",
        "Waarom ben je laat?",
        "Hoe vaak moeten we vergaderen?",
        "In welke zaal zitten we?",
      ],
      choice: ["Koffie of thee?", "Heb je liever maandag of vrijdag?"],
      twoQuestions: ["Moeten we de contributie verhogen en het bestuur ontslaan?", "Is het goed en is het goedkoop?"],
    },
    fine: [
      "Wanneer het regent, moeten we dan afzeggen?",
      "Moeten we vragen wanneer de bus gaat?",
      "Mogen honden of katten mee?",
      "Is de zaal groot genoeg of niet?",
      "Moeten we bomen en struiken planten?",
      "Zullen we brood en boter kopen?",
    ],
  },
  pl: {
    flawed: {
      openQuestion: [
        "Co jemy w piątek?",
        "Który kolor wybieramy?",
        "Kto ma kierować zarządem?",
        "Kiedy się spotykamy?",
        "Gdzie jest impreza?",
        "Dlaczego tak jest?",
        "Jak często się spotykamy?",
        "O której zaczynamy?",
      ],
      choice: ["Kawa czy herbata?", "Czy wolisz kawę czy herbatę?", "Poniedziałek albo piątek?"],
      twoQuestions: ["Czy mamy podnieść składkę i odwołać zarząd?", "Czy jest dobre i czy jest tanie?"],
    },
    fine: [
      "Kto się spóźni, czy ma zapłacić?",
      "Czy mamy zapytać, kiedy odjeżdża autobus?",
      "Czy mogą przyjść psy lub koty?",
      "Czy sala jest duża czy nie?",
      "Czy mamy kupić chleb i masło?",
      "Czy cenisz radość i wolność?",
    ],
  },
  "pt-BR": {
    flawed: {
      openQuestion: [
        "O que comemos na sexta?",
        "Qual cor você prefere?",
        "Quem deve dirigir a diretoria?",
        "Quando nos vemos?",
        "Onde é a festa?",
        "Por que você se atrasou?",
        "Como vamos?",
        "A que horas começamos?",
      ],
      choice: ["Café ou chá?", "Você prefere segunda ou sexta?"],
      twoQuestions: ["Devemos aumentar a mensalidade e demitir a diretoria?", "É bom e é barato?"],
    },
    fine: [
      "Que tal um churrasco?",
      "Como membro, você concorda com a mudança?",
      "Devemos perguntar quando sai o ônibus?",
      "Podem vir cachorros ou gatos?",
      "A sala é grande ou não?",
      "Devemos comprar pão e manteiga?",
      "Devemos mudar de lugar e de horário?",
    ],
  },
  ar: {
    flawed: {
      openQuestion: [
        "ماذا نأكل يوم الجمعة؟",
        "أي لون تفضّل؟",
        "متى نلتقي؟",
        "أين الحفلة؟",
        "لماذا تأخرتم؟",
        "كيف نذهب؟",
        "كم مرة نلتقي؟",
        "في أي ساعة نبدأ؟",
      ],
      choice: ["قهوة أم شاي؟", "هل تفضّل الاثنين أو الجمعة؟"],
      twoQuestions: ["هل نرفع الرسوم ونعزل المجلس؟", "هل هو جيد وهل هو رخيص؟"],
    },
    fine: [
      "ما رأيك في حفلة شواء؟",
      "هل نسأل متى تغادر الحافلة؟",
      "هل يمكن إحضار كلاب أو قطط؟",
      "هل القاعة كبيرة أم لا؟",
      "هل نشتري خبزًا وزبدة؟",
      "هل نقبل رجالًا ونساءً؟",
    ],
  },
};

const cases = Object.entries(golden).flatMap(([language, { flawed }]) =>
  Object.entries(flawed).flatMap(([flaw, titles]) => titles.map((title) => [language, title, flaw] as const)),
);
test.each(cases)("%s: “%s” has the tip %s", (language, title, flaw) =>
  expect(findFlaws(title, language as OfferedLanguage)).toContain(flaw),
);

test.each(Object.entries(golden).flatMap(([language, { fine }]) => fine.map((title) => [language, title] as const)))(
  "%s: “%s” has no tip",
  (language, title) => expect(findFlaws(title, language as OfferedLanguage)).toEqual([]),
);

test("a question that opens with a question word gets that tip first", () => {
  expect(findFlaws("Which is better, coffee or tea?", "en")[0]).toBe("openQuestion");
});
