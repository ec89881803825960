import type { Facts, Words } from './words.ts'

// In the polite form, as the widget speaks.

const sentTo = ({ to }: Facts, reason: string): string =>
  `Diese E-Mail ging an ${to}, weil ${reason}. Antworten werden nicht gelesen.`

const undoIt = 'Melden Sie sich an, machen Sie die Änderung rückgängig und wählen Sie ein neues Passwort.'
const itIsGone = 'Schreiben Sie an den Betreiber des Dienstes. Was gelöscht wurde, lässt sich nicht wiederherstellen.'
const askWhy = 'Wenn Sie nicht um Hilfe gebeten haben, fragen Sie den Betreiber des Dienstes nach dem Grund.'
const takeItBack =
  'Möglicherweise hat jemand Zugriff auf Ihr Konto. Setzen Sie jetzt Ihr Passwort zurück; das beendet alle anderen Sitzungen.'

const entered = ({ project }: Facts): string => `jemand bei ${project} diese Adresse eingegeben hat`

export const german: Words = {
  language: 'de',
  dates: 'de',
  notYou: 'Das waren nicht Sie?',
  spelledOut: 'Die Schaltfläche funktioniert nicht? Kopieren Sie diese Adresse in Ihren Browser:',

  magicLink: facts => ({
    subject: `Ihr Link zu ${facts.project}`,
    heading: `Weiter zu ${facts.project}`,
    preview: `Er funktioniert einmal, innerhalb von ${inDative(facts.expiry)}.`,
    opening: [`Für ${facts.to} wurde eine Anmeldung bei ${facts.project} angefordert.`],
    label: `Weiter zu ${facts.project}`,
    afterAction: [
      `Der Link funktioniert einmal und läuft in ${inDative(facts.expiry)} ab. Öffnen Sie ihn auf dem Gerät, auf dem Sie ihn angefordert haben.`,
    ],
    ifNotYou: 'Sie können diese E-Mail ignorieren. Geben Sie den Link nicht weiter: Er gewährt Zugang zu Ihrem Konto.',
    footer: sentTo(facts, entered(facts)),
  }),

  noAccount: facts => ({
    subject: `Anmeldung bei ${facts.project}`,
    heading: 'Zu dieser Adresse gibt es kein Konto',
    preview: `Kein Konto bei ${facts.project} verwendet diese Adresse.`,
    opening: [
      `Für ${facts.to} wurde eine Anmeldung bei ${facts.project} angefordert, aber kein Konto verwendet diese Adresse.`,
      'Wenn Sie ein Konto haben, verwendet es eine andere Adresse. Andernfalls können Sie sich registrieren.',
    ],
    ifNotYou: 'Sie können diese E-Mail ignorieren. Es wurde kein Konto angelegt.',
    footer: sentTo(facts, entered(facts)),
  }),

  addressTaken: facts => ({
    subject: `Ihre Adresse bei ${facts.project}`,
    heading: 'Diese Adresse gehört zu einem anderen Konto',
    preview: `Jemand wollte diese Adresse einem Konto bei ${facts.project} hinzufügen.`,
    opening: [
      `${facts.to} sollte einem Konto bei ${facts.project} hinzugefügt werden, gehört dort aber zu einem anderen Konto.`,
      'Wenn Sie es waren, haben Sie zwei Konten: Melden Sie sich mit dieser Adresse bei dem anderen an. Soll die Adresse umziehen, entfernen Sie sie zuerst dort.',
    ],
    ifNotYou: 'Sie müssen nichts tun. An Ihrem Konto hat sich nichts geändert.',
    footer: sentTo(facts, entered(facts)),
  }),

  passcode: (facts, code) => ({
    subject: `${code} ist Ihr Code für ${facts.project}`,
    heading: 'Ihr Code',
    preview: `Er funktioniert einmal, innerhalb von ${inDative(facts.expiry)}.`,
    opening: [`Für die Anmeldung bei ${facts.project} als ${facts.to} wurde ein Code angefordert:`],
    afterAction: [
      `Er funktioniert einmal und läuft in ${inDative(facts.expiry)} ab. Geben Sie ihn nur auf der Seite ein, die Sie danach gefragt hat.`,
    ],
    ifNotYou: `Sie können diese E-Mail ignorieren. ${facts.project} wird Sie nie nach diesem Code fragen.`,
    footer: sentTo(facts, entered(facts)),
  }),

  passcodeText: ({ project, expiry }, code) =>
    `${code} ist Ihr Code für ${project}. Er läuft in ${inDative(expiry)} ab. Geben Sie ihn nicht weiter.`,

  passwordReset: facts => ({
    subject: `Neues Passwort für ${facts.project}`,
    heading: 'Neues Passwort festlegen',
    preview: `Der Link funktioniert einmal, innerhalb von ${inDative(facts.expiry)}.`,
    opening: [`Für ${facts.to} wurde bei ${facts.project} ein neues Passwort angefordert.`],
    label: 'Neues Passwort festlegen',
    afterAction: [
      `Der Link funktioniert einmal und läuft in ${inDative(facts.expiry)} ab. Öffnen Sie ihn auf dem Gerät, auf dem Sie ihn angefordert haben.`,
    ],
    otherSentence: 'Lieber ohne Passwort?',
    otherLabel: 'Mit diesem Link anmelden',
    ifNotYou: 'Sie können diese E-Mail ignorieren. Ihr Passwort bleibt unverändert. Leiten Sie sie nicht weiter.',
    footer: sentTo(facts, `jemand bei ${facts.project} das Passwort dieser Adresse zurücksetzen wollte`),
  }),

  confirmAddress: facts => ({
    subject: `Bestätigen Sie Ihre Adresse für ${facts.project}`,
    heading: 'Bestätigen Sie Ihre Adresse',
    preview: `Der Link funktioniert einmal, innerhalb von ${inDative(facts.expiry)}.`,
    opening: [
      `Bei ${facts.project} wurde ein Konto für ${facts.to} registriert.`,
      'Öffnen Sie diesen Link, um zu zeigen, dass die Adresse Ihre ist, und geben Sie Ihr Passwort noch einmal ein: Bis jetzt konnte niemand wissen, wer es gewählt hat.',
    ],
    label: 'Adresse bestätigen',
    afterAction: [`Der Link funktioniert einmal und läuft in ${inDative(facts.expiry)} ab.`],
    otherSentence: 'Lieber ohne Passwort?',
    otherLabel: 'Allein mit diesem Link bestätigen',
    ifNotYou:
      'Sie können diese E-Mail ignorieren. Ohne sie kann die Adresse nicht bestätigt werden. Leiten Sie sie nicht weiter.',
    footer: sentTo(facts, entered(facts)),
  }),

  newDevice: (facts, { device, place, when }) => ({
    subject: `Neue Anmeldung bei ${facts.project}`,
    heading: 'Eine neue Anmeldung in Ihrem Konto',
    preview: 'Wenn Sie es waren, ist nichts zu tun.',
    opening: [
      `Jemand hat sich in Ihrem Konto (${facts.to}) bei ${facts.project} mit einem Browser angemeldet, der dort noch nie benutzt wurde.`,
      `Gerät: ${device || 'unbekannt'}. Ort: ${place || 'unbekannt'}. Zeit: ${when}.`,
      'Wenn Sie es waren, ist nichts zu tun.',
    ],
    label: 'Das war ich nicht',
    ifNotYou:
      'Der Knopf führt zu einer Seite, die diese Anmeldung und jede andere beendet und Ihnen einen Link für ein neues Passwort schickt, wenn Ihr Konto eines hat.',
    footer: sentTo(facts, `diese Adresse bei ${facts.project} zu einem Konto gehört`),
  }),

  accountChanged: (facts, { subject, sentence, advice }, when) => ({
    subject: `${facts.project}: ${subject}`,
    heading: subject,
    preview: sentence,
    opening: [sentence, `Konto: ${facts.to} bei ${facts.project}. Zeit: ${when}.`],
    ifNotYou: advice,
    footer: sentTo(facts, `diese Adresse bei ${facts.project} zu einem Konto gehört`),
  }),

  advice: { takeItBack, undoIt, itIsGone, askWhy },
}

/** A span of time after a preposition: "in 7 Tagen". Only the days have another ending there. */
function inDative(span: string): string {
  return span.replace(/\bTage\b/, 'Tagen')
}
