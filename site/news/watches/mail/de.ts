import { datePhrase, type Words } from './date-phrase.ts'

export const german: Words = {
  language: 'de',
  subjectOfOne: (what, title) => `${what}: ${title}`,
  subjectOfMany: (things, papers) =>
    papers === 1
      ? `${things} Neuigkeiten zu einer Arbeit, die Sie beobachten`
      : `${things} Neuigkeiten zu ${papers} Arbeiten, die Sie beobachten`,
  heading: things =>
    things === 1 ? 'Neues zu einer Arbeit, die Sie beobachten' : 'Neues zu Arbeiten, die Sie beobachten',
  intro: papers =>
    papers === 1
      ? 'Eine Arbeit, die Sie beobachten, wurde aktualisiert.'
      : `${papers} Arbeiten, die Sie beobachten, wurden aktualisiert.`,
  kinds: {
    correction: 'Korrektur',
    retraction: 'Zurückgezogen',
    concern: 'Expression of Concern',
    reinstatement: 'Retraktion aufgehoben',
    replication: 'Wiederholt',
    'report-approved': 'Reproduktionsbericht',
    'note-approved': 'Eine Anmerkung',
    claim: 'Reproduktion angekündigt',
    bounty: 'Höheres Preisgeld',
    'cites-retracted': 'Eine zitierte Arbeit wurde zurückgezogen',
    'cites-concern': 'Expression of Concern zu einer zitierten Arbeit',
    'cites-not-held': 'Eine zitierte Arbeit konnte nicht repliziert werden',
  },
  outcomes: {
    held: 'repliziert',
    'not-held': 'nicht repliziert',
    mixed: 'gemischte Ergebnisse',
    unclear: 'unklares Ergebnis',
    success: 'reproduziert',
    partial: 'teilweise reproduziert',
    failed: 'nicht reproduziert',
  },
  when: datePhrase('de-DE', { day: 'am', month: 'im', year: '' }),
  claimedBy: name => `${name} kündigte eine Reproduktion an`,
  grewBy: amount => `Das Preisgeld wuchs um ${amount}`,
  by: name => `von ${name}`,
  accordingTo: name => `laut ${name}`,
  open: 'Seite der Arbeit öffnen',
  dashboard: 'Zu Ihrer Übersicht',
  because: address =>
    `Sie erhalten diese E-Mail an ${address}, weil Sie diese Arbeiten bei Corroborate beobachten. Antworten werden nicht gelesen.`,
  choose: 'E-Mail-Einstellungen ändern',
  unsubscribe: 'Alle E-Mails abbestellen',
}
