import type { Locale } from '../../kit/locales/index.ts'
import { type ModerationStatus, type RejectionReason, rejectionReasons } from './rules.ts'

/** What somebody is told of: a decision about a note, a claim, a report, or a problem that they reported. */
export type ToldOf = 'note' | 'claim' | 'report' | 'problem'

/** One decision in words. `subject` is given the paper's title. */
type Said = { subject: (paper: string) => string; lead: (paper: string) => string }

/** What a mail about a decision says in one language. */
export type DecisionWords = {
  said: Readonly<Record<ToldOf, Readonly<Record<ModerationStatus, Said>>>>
  /** What to do next, before a link: where it is public, and where it can be written better. */
  next: Readonly<Record<ToldOf, Readonly<Record<'approved' | 'rejected', string>>>>
  why: (reason: string) => string
  /** In place of a reason where the moderator gave none: the rule that decides. */
  noReason: string
  askWhy: (contact: string) => string
  message: (message: string) => string
  reasons: Readonly<Record<RejectionReason, string>>
  /** For who was called spam: where to write, and where nobody says where. */
  mistake: (contact: string) => string
  mistakeNowhere: string
  because: string
}

/** The same four sentences about each thing. `it`: how the thing is named at the start of a sentence. */
const each = (
  it: Readonly<Record<ToldOf, string>>,
  of: Readonly<Record<ModerationStatus, (it: string, paper: string, what: ToldOf) => readonly [string, string]>>,
): DecisionWords['said'] => {
  const saidOf = (what: ToldOf): Readonly<Record<ModerationStatus, Said>> => {
    const said = (status: ModerationStatus): Said => ({
      subject: paper => of[status](it[what], paper, what)[0],
      lead: paper => of[status](it[what], paper, what)[1],
    })
    return { pending: said('pending'), approved: said('approved'), rejected: said('rejected'), spam: said('spam') }
  }
  return { note: saidOf('note'), claim: saidOf('claim'), report: saidOf('report'), problem: saidOf('problem') }
}

/** The reasons as pages say them, with the small letter that they have inside a sentence. */
const withinSentence = (reasons: DecisionWords['reasons']): DecisionWords['reasons'] => {
  const small = Object.entries(reasons).map(([name, words]) => [name, words.charAt(0).toLowerCase() + words.slice(1)])
  return Object.fromEntries(small)
}

const english: DecisionWords = {
  said: each(
    {
      note: 'Your note',
      claim: 'Your claim',
      report: 'Your reproduction report',
      problem: 'The problem that you reported',
    },
    {
      approved: (it, paper, what) =>
        what === 'problem'
          ? ['A moderator agrees with you', `${it} on “${paper}” was looked at: a moderator agrees, and sees to it.`]
          : [`${it} is public`, `${it} on “${paper}” is public now: a moderator has approved it.`],
      rejected: (it, paper, what) =>
        what === 'problem'
          ? ['A moderator has looked at it', `${it} on “${paper}” was looked at. A moderator leaves it as it is.`]
          : [`${it} was not approved`, `A moderator has read what you sent. ${it} on “${paper}” was not approved.`],
      spam: (it, paper) => [
        `${it} was not approved`,
        `A moderator took it for spam. ${it} on “${paper}” is not public.`,
      ],
      pending: (it, paper) => [
        `${it} is looked at again`,
        `A moderator has taken the decision back. ${it} on “${paper}” waits for another one, and is not public meanwhile.`,
      ],
    },
  ),
  next: {
    note: { approved: 'Read it on the page of the paper:', rejected: 'You can change it and send it again:' },
    claim: {
      approved: 'Report there what came out, renew the claim or withdraw it:',
      rejected: 'You can claim the paper again, and say more of your plan:',
    },
    report: {
      approved:
        'It counts beside the answer once its material is public and a second moderator has approved it, too. Read it here:',
      rejected: 'You can report again, with what was missing:',
    },
    problem: {
      approved: 'The page of the paper:',
      rejected: 'If you know more that a moderator can check, say it here:',
    },
  },
  why: reason => `Why: ${reason}.`,
  noReason:
    'The moderator gave no reason. Moderators check that an entry is about this paper and can be verified, not whether they agree with it.',
  askWhy: contact => `To ask for the reason, write to ${contact}.`,
  message: message => `The moderator writes: “${message}”`,
  reasons: withinSentence(rejectionReasons),
  mistake: contact => `If that is a mistake, write to ${contact}.`,
  mistakeNowhere: 'If that is a mistake, send it again and say why it belongs there.',
  because: 'You are sent this because you sent it to Corroborate.',
}

const german: DecisionWords = {
  said: each(
    {
      note: 'Ihre Notiz',
      claim: 'Ihre Ankündigung',
      report: 'Ihr Bericht',
      problem: 'Das Problem, das Sie gemeldet haben',
    },
    {
      approved: (it, paper, what) =>
        what === 'problem'
          ? [
              'Ein Moderator gibt Ihnen recht',
              `${it} (zu „${paper}“): ein Moderator gibt Ihnen recht und kümmert sich darum.`,
            ]
          : [`${it} ist öffentlich`, `${it} zu „${paper}“ ist jetzt öffentlich: ein Moderator hat zugestimmt.`],
      rejected: (it, paper, what) =>
        what === 'problem'
          ? ['Ein Moderator hat es sich angesehen', `${it} (zu „${paper}“): ein Moderator lässt es, wie es ist.`]
          : [
              `${it} wurde nicht freigegeben`,
              `Ein Moderator hat gelesen, was Sie geschickt haben. ${it} zu „${paper}“ wurde nicht freigegeben.`,
            ],
      spam: (it, paper) => [
        `${it} wurde nicht freigegeben`,
        `Ein Moderator hielt es für Werbung oder Unfug (Spam). ${it} zu „${paper}“ ist nicht öffentlich.`,
      ],
      pending: (it, paper) => [
        `${it} wird noch einmal angesehen`,
        `Ein Moderator hat die Entscheidung zurückgenommen. ${it} zu „${paper}“ wartet auf eine neue und ist bis dahin nicht öffentlich.`,
      ],
    },
  ),
  next: {
    note: { approved: 'Auf der Seite der Arbeit:', rejected: 'Sie können sie ändern und noch einmal schicken:' },
    claim: {
      approved: 'Dort berichten Sie, was herauskam, verlängern die Ankündigung oder ziehen sie zurück:',
      rejected: 'Sie können die Arbeit noch einmal ankündigen und mehr von Ihrem Plan sagen:',
    },
    report: {
      approved:
        'Er zählt neben der Antwort, sobald sein Material öffentlich ist und ein zweiter Moderator zugestimmt hat. Hier steht er:',
      rejected: 'Sie können noch einmal berichten, mit dem, was fehlte:',
    },
    problem: {
      approved: 'Die Seite der Arbeit:',
      rejected: 'Wenn Sie mehr wissen, das ein Moderator prüfen kann, sagen Sie es hier:',
    },
  },
  why: reason => `Warum: ${reason}.`,
  noReason:
    'Der Moderator hat keinen Grund genannt. Moderatoren prüfen, ob ein Eintrag von diesem Artikel handelt und sich überprüfen lässt, nicht ob sie ihm zustimmen.',
  askWhy: contact => `Nach dem Grund können Sie unter ${contact} fragen.`,
  message: message => `Der Moderator schreibt: „${message}“`,
  reasons: {
    'off-topic': 'es geht nicht um diese Arbeit',
    'no-source': 'es sagt nicht, wo man es nachprüfen kann',
    personal: 'es geht um einen Menschen, nicht um die Arbeit',
    duplicate: 'es wurde schon gesagt',
    promotion: 'es wirbt für etwas',
    unlawful: 'es gibt private Daten preis oder verstößt gegen ein Gesetz',
    incomplete: 'so kann man es nicht nachprüfen',
  },
  mistake: contact => `Wenn das ein Irrtum ist, schreiben Sie an ${contact}.`,
  mistakeNowhere: 'Wenn das ein Irrtum ist, schicken Sie es noch einmal und sagen Sie, warum es dorthin gehört.',
  because: 'Sie bekommen diese Mail, weil Sie es an Corroborate geschickt haben.',
}

const spanish: DecisionWords = {
  said: each(
    {
      note: 'Tu nota',
      claim: 'Tu compromiso',
      report: 'Tu informe de reproducción',
      problem: 'El problema que señalaste',
    },
    {
      approved: (it, paper, what) =>
        what === 'problem'
          ? ['Un moderador te da la razón', `${it} (en «${paper}»): un moderador te da la razón y se ocupa de ello.`]
          : [`${it} ya se puede ver`, `${it} sobre «${paper}» ya se puede ver: un moderador ha dado su aprobación.`],
      rejected: (it, paper, what) =>
        what === 'problem'
          ? ['Un moderador lo ha mirado', `${it} (en «${paper}»): un moderador lo deja como está.`]
          : [
              `${it} no se ha publicado`,
              `Un moderador ha leído lo que enviaste. ${it} sobre «${paper}» no se ha publicado.`,
            ],
      spam: (it, paper) => [
        `${it} no se ha publicado`,
        `Un moderador lo ha tomado por spam. ${it} sobre «${paper}» no se puede ver.`,
      ],
      pending: (it, paper) => [
        `${it} se revisa otra vez`,
        `Un moderador ha retirado la decisión. ${it} sobre «${paper}» espera otra y mientras tanto no se puede ver.`,
      ],
    },
  ),
  next: {
    note: { approved: 'Está en la página del artículo:', rejected: 'Puedes cambiarla y enviarla otra vez:' },
    claim: {
      approved: 'Allí informas de lo que resultó, renuevas el compromiso o lo retiras:',
      rejected: 'Puedes volver a comprometerte y contar más de tu plan:',
    },
    report: {
      approved:
        'Cuenta junto a la respuesta cuando su material es público y un segundo moderador también lo aprueba. Está aquí:',
      rejected: 'Puedes informar otra vez, con lo que faltaba:',
    },
    problem: {
      approved: 'La página del artículo:',
      rejected: 'Si sabes algo más que un moderador pueda comprobar, dilo aquí:',
    },
  },
  why: reason => `Por qué: ${reason}.`,
  noReason:
    'El moderador no indicó ningún motivo. Los moderadores comprueban que una entrada trate de este artículo y se pueda verificar, no si están de acuerdo con ella.',
  askWhy: contact => `Para preguntar el motivo, escriba a ${contact}.`,
  message: message => `El moderador escribe: «${message}»`,
  reasons: {
    'off-topic': 'no trata de este artículo',
    'no-source': 'no dice dónde se puede comprobar',
    personal: 'trata de una persona, no del trabajo',
    duplicate: 'ya se ha dicho',
    promotion: 'anuncia algo',
    unlawful: 'revela datos privados o infringe una ley',
    incomplete: 'tal como está no se puede comprobar',
  },
  mistake: contact => `Si es un error, escribe a ${contact}.`,
  mistakeNowhere: 'Si es un error, envíalo otra vez y di por qué es de allí.',
  because: 'Recibes este correo porque lo enviaste a Corroborate.',
}

export const decisionWords: Readonly<Record<Locale, DecisionWords>> = { en: english, de: german, es: spanish }
