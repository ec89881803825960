import type { Locale } from '@corroborate/wire/locales'
import { type ModerationStatus, type RejectionReason, rejectionReasons } from './rules.ts'

/** Subject of a decision: a note, claim, report or problem report. */
export type DecisionSubject = 'note' | 'claim' | 'report' | 'problem'

/** Strings of one decision. `subject` takes the paper's title. */
type Said = { subject: (paper: string) => string; lead: (paper: string) => string }

/** Strings of decision mails in one language. */
export type DecisionWords = {
  said: Readonly<Record<DecisionSubject, Readonly<Record<ModerationStatus, Said>>>>
  /** Next step before a link: view the published entry, or revise it. */
  next: Readonly<Record<DecisionSubject, Readonly<Record<'approved' | 'rejected', string>>>>
  why: (reason: string) => string
  /** In place of a reason where the moderator gave none: the rule that decides. */
  noReason: string
  askWhy: (contact: string) => string
  message: (message: string) => string
  reasons: Readonly<Record<RejectionReason, string>>
  /** Text for an author marked as spam, with or without a contact address. */
  mistake: (contact: string) => string
  mistakeNowhere: string
  because: string
}

/** Builds the same four messages for each kind of entry. `it`: its name at the start of a sentence. */
const each = (
  it: Readonly<Record<DecisionSubject, string>>,
  of: Readonly<
    Record<ModerationStatus, (it: string, paper: string, what: DecisionSubject) => readonly [string, string]>
  >,
): DecisionWords['said'] => {
  const saidOf = (what: DecisionSubject): Readonly<Record<ModerationStatus, Said>> => {
    const said = (status: ModerationStatus): Said => ({
      subject: paper => of[status](it[what], paper, what)[0],
      lead: paper => of[status](it[what], paper, what)[1],
    })
    return { pending: said('pending'), approved: said('approved'), rejected: said('rejected'), spam: said('spam') }
  }
  return { note: saidOf('note'), claim: saidOf('claim'), report: saidOf('report'), problem: saidOf('problem') }
}

/** Converts reasons from pages to lower case for use within a sentence. */
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
      problem: 'The problem you reported',
    },
    {
      approved: (it, paper, what) =>
        what === 'problem'
          ? [
              'Your report was accepted',
              `${it} on “${paper}” was reviewed. A moderator agrees and will take care of it.`,
            ]
          : [`${it} has been published`, `A moderator has approved it. ${it} on “${paper}” is now public.`],
      rejected: (it, paper, what) =>
        what === 'problem'
          ? [
              'Your report was reviewed',
              `${it} on “${paper}” was reviewed. A moderator decided not to change anything.`,
            ]
          : [`${it} was not approved`, `A moderator reviewed your submission. ${it} on “${paper}” was not approved.`],
      spam: (it, paper) => [
        `${it} was not approved`,
        `A moderator marked it as spam. ${it} on “${paper}” is not public.`,
      ],
      pending: (it, paper) => [
        `${it} is being reviewed again`,
        `A moderator revoked the decision. ${it} on “${paper}” is pending review again and is not public until then.`,
      ],
    },
  ),
  next: {
    note: { approved: 'Read it on the paper’s page:', rejected: 'You can revise and resubmit it:' },
    claim: {
      approved: 'Submit a report, renew or withdraw the claim:',
      rejected: 'You can claim the paper again with more details:',
    },
    report: {
      approved: 'It counts as evidence once its material is public and a second moderator approves it. Read it here:',
      rejected: 'You can submit a revised report:',
    },
    problem: {
      approved: 'The paper’s page:',
      rejected: 'To add verifiable information, report again here:',
    },
  },
  why: reason => `Reason: ${reason}.`,
  noReason:
    'The moderator gave no reason. Moderators check that a submission is about the paper and can be verified, not whether they agree with it.',
  askWhy: contact => `To ask for the reason, write to ${contact}.`,
  message: message => `The moderator writes: “${message}”`,
  reasons: withinSentence(rejectionReasons),
  mistake: contact => `If you think this is a mistake, write to ${contact}.`,
  mistakeNowhere: 'If you think this is a mistake, resubmit it with an explanation.',
  because: 'You receive this email because you submitted it to Corroborate.',
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
              'Ihre Meldung wurde angenommen',
              `${it} (zu „${paper}“) wurde geprüft. Ein Moderator stimmt zu und kümmert sich darum.`,
            ]
          : [`${it} wurde veröffentlicht`, `${it} zu „${paper}“ wurde freigegeben und ist jetzt öffentlich.`],
      rejected: (it, paper, what) =>
        what === 'problem'
          ? ['Ihre Meldung wurde geprüft', `${it} (zu „${paper}“) wurde geprüft. Ein Moderator hat nichts geändert.`]
          : [
              `${it} wurde nicht freigegeben`,
              `Ein Moderator hat Ihre Einsendung geprüft. ${it} zu „${paper}“ wurde nicht freigegeben.`,
            ],
      spam: (it, paper) => [
        `${it} wurde nicht freigegeben`,
        `Ein Moderator hat die Einsendung als Spam markiert. ${it} zu „${paper}“ ist nicht öffentlich.`,
      ],
      pending: (it, paper) => [
        `${it} wird erneut geprüft`,
        `Ein Moderator hat die Entscheidung zurückgenommen. ${it} zu „${paper}“ wird erneut geprüft und ist bis dahin nicht öffentlich.`,
      ],
    },
  ),
  next: {
    note: { approved: 'Auf der Seite der Arbeit:', rejected: 'Sie können sie überarbeiten und erneut einreichen:' },
    claim: {
      approved: 'Bericht einreichen, Ankündigung verlängern oder zurückziehen:',
      rejected: 'Sie können die Reproduktion erneut und ausführlicher ankündigen:',
    },
    report: {
      approved:
        'Er zählt als Evidenz, sobald sein Material öffentlich ist und ein zweiter Moderator zugestimmt hat. Hier finden Sie ihn:',
      rejected: 'Sie können einen überarbeiteten Bericht einreichen:',
    },
    problem: {
      approved: 'Die Seite der Arbeit:',
      rejected: 'Überprüfbare Hinweise können Sie hier ergänzen:',
    },
  },
  why: reason => `Grund: ${reason}.`,
  noReason:
    'Der Moderator hat keinen Grund genannt. Moderatoren prüfen, ob ein Eintrag von diesem Artikel handelt und sich überprüfen lässt, nicht ob sie ihm zustimmen.',
  askWhy: contact => `Nach dem Grund können Sie unter ${contact} fragen.`,
  message: message => `Der Moderator schreibt: „${message}“`,
  reasons: {
    'off-topic': 'kein Bezug zu dieser Arbeit',
    'no-source': 'keine überprüfbare Quelle',
    personal: 'über eine Person statt über die Arbeit',
    duplicate: 'es wurde schon gesagt',
    promotion: 'Werbung',
    unlawful: 'private Daten oder rechtswidriger Inhalt',
    incomplete: 'so nicht überprüfbar',
  },
  mistake: contact => `Wenn das ein Irrtum ist, schreiben Sie an ${contact}.`,
  mistakeNowhere: 'Wenn das ein Irrtum ist, reichen Sie es mit einer Begründung erneut ein.',
  because: 'Sie erhalten diese E-Mail, weil Sie es bei Corroborate eingereicht haben.',
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
          ? [
              'Tu aviso ha sido aceptado',
              `${it} (en «${paper}») se ha revisado. Un moderador está de acuerdo y se ocupará de ello.`,
            ]
          : [`${it} se ha publicado`, `Un moderador lo ha aprobado. ${it} sobre «${paper}» ya es público.`],
      rejected: (it, paper, what) =>
        what === 'problem'
          ? [
              'Tu aviso ha sido revisado',
              `${it} (en «${paper}») se ha revisado. Un moderador ha decidido no cambiar nada.`,
            ]
          : [
              `${it} no se ha publicado`,
              `Un moderador ha revisado tu envío. ${it} sobre «${paper}» no se ha aprobado.`,
            ],
      spam: (it, paper) => [
        `${it} no se ha publicado`,
        `Un moderador lo ha marcado como spam. ${it} sobre «${paper}» no es público.`,
      ],
      pending: (it, paper) => [
        `${it} se revisa otra vez`,
        `Un moderador ha retirado la decisión. ${it} sobre «${paper}» se revisará de nuevo y mientras tanto no es público.`,
      ],
    },
  ),
  next: {
    note: { approved: 'En la página del artículo:', rejected: 'Puedes revisarla y enviarla de nuevo:' },
    claim: {
      approved: 'Envía un informe, renueva o retira el compromiso:',
      rejected: 'Puedes volver a comprometerte con más detalles:',
    },
    report: {
      approved: 'Cuenta como evidencia cuando su material es público y un segundo moderador lo aprueba. Está aquí:',
      rejected: 'Puedes enviar un informe revisado:',
    },
    problem: {
      approved: 'La página del artículo:',
      rejected: 'Si tienes información verificable, añádela aquí:',
    },
  },
  why: reason => `Motivo: ${reason}.`,
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
  mistakeNowhere: 'Si es un error, envíalo de nuevo con una explicación.',
  because: 'Recibes este correo porque lo enviaste a Corroborate.',
}

export const decisionWords: Readonly<Record<Locale, DecisionWords>> = { en: english, de: german, es: spanish }
