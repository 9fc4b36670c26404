import type { Language } from "@survey-app/texts/languages.ts";

/** The words that show, in one language, that a question can't be answered with yes or no. */
export interface QuestionWords {
  /** Words that ask for something else than yes or no, of one or two words. */
  asks: ReadonlySet<string>;
  /** Words that can stand before those: "At what time …?" */
  leadIns: ReadonlySet<string>;
  /** Beginnings with such a word that can be answered with yes or no after all. */
  except: RegExp;
  /** Words that begin a question to answer with yes or no, also behind "and" or a comma. */
  starts: ReadonlySet<string>;
  and: ReadonlySet<string>;
  or: ReadonlySet<string>;
  /** An "or" that always asks for one of two. */
  eitherOr: ReadonlySet<string>;
  /** Words behind "or" that make it no choice between two things: "or not". */
  notTwo: ReadonlySet<string>;
  /** Words that announce a choice. */
  prefer: RegExp;
  /**
   * Whether a word, as it was typed, is a verb that says what is to be done; null where the rules for English know it.
   */
  isDeed: ((word: string) => boolean) | null;
  /** Whether the second deed stands at the end of the question, and not right after "and". */
  deedIsLast?: true;
}

type BaseOf<Tag> = Tag extends `${infer Base}-${string}` ? Base : Tag;
/** The languages of the product, without regard to countries. */
export type KnownLanguage = BaseOf<Language>;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** Words with an ending of verbs, without those that aren't verbs. */
const endsAs = (ending: RegExp, without: ReadonlySet<string>) => (word: string) => {
  const lower = word.toLowerCase();
  return ending.test(lower) && !without.has(lower);
};

export const questionWords: Record<KnownLanguage, QuestionWords> = {
  en: {
    asks: words("what what's which who who's whom whose when when's where where's why how how's"),
    leadIns: words("so and but ok okay at on in for by to from with about since until"),
    except: /^(?:how about|what about|what if|why not)\b/,
    starts: words(
      "should shall do does did is are was were will would can could may must has have had am don't shouldn't isn't aren't let's",
    ),
    and: words("and"),
    or: words("or"),
    eitherOr: new Set<string>(),
    notTwo: words("not no nothing never none less more fewer so later earlier worse better"),
    prefer: /\b(?:prefer|rather|better)\b/,
    isDeed: null,
  },
  de: {
    asks: words(
      "was welche welcher welches welchen welchem wer wen wem wessen wann wo woher wohin warum wieso weshalb wozu womit wofür " +
        "worüber woran wie wieviel wieviele",
    ),
    leadIns: words("und also aber an am auf aus bei bis für in im mit nach seit von zu über um ab"),
    except: /^wie (?:wäre es|wär's|wärs)(?!\p{L})/u,
    starts: words(
      "soll sollen sollte sollten darf dürfen dürfte muss müssen müsste kann können könnte könnten will wollen wollt möchten möchtest " +
        "wird werden würden würdest ist sind seid war waren hat haben habt hast bist gibt brauchen braucht",
    ),
    and: words("und"),
    or: words("oder"),
    eitherOr: words("entweder"),
    notTwo: words("nicht nein nie nichts kein keine keinen mehr weniger so später früher öfter länger"),
    prefer: /(?<!\p{L})(?:lieber|besser|bevorzug\p{L}*)(?!\p{L})/u,
    // Nouns begin with a capital.
    isDeed: (word) =>
      /^\p{Ll}[\p{L}]{2,}(?:en|ern|eln)$/u.test(word) &&
      !/^(?:einen|keinen|meinen|deinen|seinen|ihren|unseren|neuen|alten|allen|jeden|diesen|welchen|großen|kleinen|gegen|neben|zwischen|morgen|oben|unten|außen|innen|sieben|wegen)$/u.test(
        word,
      ),
    deedIsLast: true,
  },
  es: {
    asks: words("qué cuál cuáles quién quiénes cuándo dónde adónde cómo cuánto cuánta cuántos cuántas"),
    leadIns: words("y pero entonces a con de desde en hasta para por sobre"),
    except: /^¿?(?:qué tal si|qué (?:te|os|les|le) parece si|por qué no)(?!\p{L})/u,
    starts: words(
      "deberíamos debemos debería deben debe podemos puede pueden podríamos queremos quieres quieren quiere es son está están hay " +
        "crees vamos habría conviene te le les os estás tienes",
    ),
    and: words("y e"),
    or: words("o u"),
    eitherOr: new Set<string>(),
    notTwo: words("no nada nunca ninguno ninguna más menos antes después así"),
    prefer: /(?<!\p{L})(?:prefier\p{L}*|preferís|prefer\p{L}*|mejor)(?!\p{L})/u,
    isDeed: endsAs(
      /^\p{L}{2,}(?:ar|er|ir)$/u,
      words(
        "lugar mujer ayer alquiler taller hogar azúcar militar familiar escolar popular singular particular circular regular " +
          "similar solar celular ser poder deber placer carácter líder máster póster dólar collar altar pilar ejemplar vulgar",
      ),
    ),
  },
  fr: {
    asks: words(
      "que qu'est-ce quoi quel quelle quels quelles qui quand où pourquoi comment combien lequel laquelle lesquels lesquelles",
    ),
    leadIns: words("et mais alors à de d' en pour par avec chez depuis dans sur jusqu'à"),
    except: /^(?:pourquoi pas|que (?:diriez-vous|dirais-tu) (?:de|d'))/u,
    starts: words(
      "faut-il est-ce doit-on devons-nous devrions-nous devrait-on peut-on pouvons-nous voulez-vous veux-tu voulons-nous êtes-vous " +
        "es-tu souhaitez-vous souhaites-tu avez-vous as-tu y-a-t-il pensez-vous penses-tu serait-il convient-il faudrait-il",
    ),
    and: words("et"),
    or: words("ou"),
    eitherOr: new Set<string>(),
    notTwo: words("non pas rien jamais aucun aucune plus moins avant après"),
    prefer: /(?<!\p{L})(?:préf[eé]r\p{L}*|plutôt|mieux)(?!\p{L})/u,
    isDeed: endsAs(
      /^(?:\p{L}{2,}(?:[^i\P{L}]er|ir)|vendre|rendre|prendre|mettre|construire)$/u,
      words(
        "hiver mer dîner déjeuner souper goûter désir plaisir loisir avenir souvenir soir hier premier dernier " +
          "entier fer ver cher amer enfer loyer foyer danger étranger boulanger berger léger",
      ),
    ),
  },
  it: {
    asks: words("cosa che quale qual quali chi quando dove dov'è perché come com'è quanto quanta quanti quante"),
    leadIns: words("e ma allora a con da di in per su tra fino"),
    except: /^(?:che ne (?:dici|dite) (?:di|se)|perché non)(?!\p{L})/u,
    starts: words(
      "dobbiamo dovremmo dovrebbe devono deve possiamo possono può potremmo vogliamo vuoi volete vorresti è sono sei siete c'è ci " +
        "pensi pensate ti vi bisogna conviene facciamo hai avete",
    ),
    and: words("e ed"),
    or: words("o oppure"),
    eitherOr: new Set<string>(),
    notTwo: words("no non niente mai nessuno nessuna più meno prima dopo"),
    prefer: /(?<!\p{L})(?:prefer\p{L}*|piuttosto|meglio)(?!\p{L})/u,
    isDeed: endsAs(
      /^\p{L}{2,}(?:are|[^i\P{L}]ere|ire)$/u,
      words(
        "mare militare familiare scolare popolare particolare regolare singolare solare circolare altare potere dovere piacere " +
          "genere essere avere carcere cenere libere intere",
      ),
    ),
  },
  nl: {
    asks: words("wat welke welk wie wiens wanneer waar waarom waarheen waarmee waarvoor waarover hoe hoeveel hoelang"),
    leadIns: words("en maar dus aan bij in met naar op over tot uit van voor vanaf"),
    except: /^(?:hoe zou het zijn als|waarom niet|wat als)(?!\p{L})/u,
    starts: words(
      "moeten moet mogen mag zullen zal zou zouden willen wil wilt kunnen kan is zijn was waren heeft hebben heb ben bent gaan gaat " +
        "vind vinden vindt krijgen komen doen",
    ),
    and: words("en"),
    or: words("of"),
    eitherOr: words("ofwel"),
    notTwo: words("niet nee nooit niets geen meer minder later eerder zo vaker"),
    prefer: /\b(?:liever|beter|verkies\w*)\b/,
    isDeed: (word) =>
      /^(?:verhogen|verlagen|kopen|verkopen|sluiten|openen|ontslaan|benoemen|kiezen|bouwen|stoppen|beginnen|invoeren|afschaffen|veranderen|houden|laten|maken|nemen|geven|betalen|verplaatsen|vervangen|repareren|schilderen|organiseren|uitnodigen|aanschaffen|aannemen|verbieden|toestaan|uitbreiden|verkleinen|huren|verhuren|renoveren|plaatsen|stemmen|aanstellen)$/u.test(
        word.toLowerCase(),
      ),
    deedIsLast: true,
  },
  pl: {
    asks: words(
      "co czego czym jaki jaka jakie jakim jakiej jaką jakich który która które którzy którego której którą którym kto kogo komu kim " +
        "kiedy gdzie dokąd skąd dlaczego czemu jak ile ilu czyj czyja czyje",
    ),
    leadIns: words("i a ale więc do na od o po przez dla w we z ze za u"),
    except: /^(?:co powie\p{L}* na|dlaczego nie|a może)(?!\p{L})/u,
    starts: words("czy"),
    and: words("i oraz"),
    or: words("albo lub"),
    eitherOr: words("czy"),
    notTwo: words("nie nic nigdy żaden żadna więcej mniej później wcześniej"),
    prefer: /(?<!\p{L})(?:wol\p{L}+|lepiej|raczej)(?!\p{L})/u,
    isDeed: (word) =>
      /^\p{L}{2,}[^o\P{L}]?ć$/u.test(word.toLowerCase()) &&
      !/(?:ość|pięć|sześć|dziewięć|dziesięć|chęć|część|śmierć|pamięć|zięć|gość|płeć|sieć|nić)$/u.test(
        word.toLowerCase(),
      ),
  },
  pt: {
    asks: words("que qual quais quem quando onde aonde porque porquê como quanto quanta quantos quantas"),
    leadIns: words("e mas então a o com de desde em para por sobre até"),
    except: /^(?:que tal|por que não|porque não)(?!\p{L})/u,
    starts: words(
      "devemos deve devem deveríamos podemos pode podem poderíamos queremos você vocês vamos é são está estão há quer querem quero " +
        "concorda acha convém precisamos",
    ),
    and: words("e"),
    or: words("ou"),
    eitherOr: new Set<string>(),
    notTwo: words("não nada nunca nenhum nenhuma mais menos antes depois"),
    prefer: /(?<!\p{L})(?:prefer\p{L}*|prefir\p{L}*|melhor)(?!\p{L})/u,
    isDeed: endsAs(
      /^\p{L}{2,}(?:ar|er|ir|por)$/u,
      words(
        "lugar mulher ar mar lar par militar familiar escolar popular singular particular regular similar solar celular bar ser " +
          "poder dever prazer líder qualquer colher vapor por açúcar dólar",
      ),
    ),
  },
  ar: {
    asks: words("ما ماذا لماذا متى أين كيف كم أي أيّ أية أيهما بكم لمن بماذا علام"),
    leadIns: words("في من إلى على عن منذ حتى مع"),
    except: /^(?:ما رأيك|ما رأيكم|ما زال|ما دام)/u,
    starts: words("هل وهل أليس ألا أينبغي"),
    and: new Set<string>(),
    or: words("أو"),
    eitherOr: words("أم"),
    notTwo: words("لا لم لن ليس أكثر أقل"),
    prefer: /(?:^|\s)(?:تفضّ?ل\p{L}*|الأفضل|أفضل)(?!\p{L})/u,
    // The second deed is one word with its "and": "ونعزل".
    isDeed: (word) =>
      /^ن\p{L}{2,}$/u.test(word) && !/^(?:نساء|نادي|نور|نوع|نقل|نشر|نصف|نهاية|نظام|نتائج|نتيجة|نص)/u.test(word),
  },
};
