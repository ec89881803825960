import { datePhrase } from './date-phrase.ts'
import type { Words } from './words.ts'

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
      ? 'Zu einer Arbeit, die Sie beobachten, gibt es Neues.'
      : `Zu ${papers} Arbeiten, die Sie beobachten, gibt es Neues.`,
  kinds: {
    correction: 'Korrektur',
    retraction: 'Zurückgezogen',
    concern: 'Bedenken der Zeitschrift',
    reinstatement: 'Rückzug aufgehoben',
    replication: 'Wiederholt',
    'report-approved': 'Ein Bericht über eine Reproduktion',
    'note-approved': 'Eine Anmerkung',
    claim: 'Jemand will sie reproduzieren',
    bounty: 'Höheres Preisgeld',
    'cites-retracted': 'Eine Arbeit, die sie zitiert, wurde zurückgezogen',
    'cites-concern': 'Bedenken zu einer Arbeit, die sie zitiert',
    'cites-not-held': 'Eine Arbeit, die sie zitiert, hielt einer Wiederholung nicht stand',
  },
  outcomes: {
    held: 'das Ergebnis hielt',
    'not-held': 'das Ergebnis hielt nicht',
    mixed: 'gemischtes Ergebnis',
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
    `Diese Mail ging an ${address}, weil Sie diese Arbeiten bei Corroborate beobachten. Antworten darauf liest niemand.`,
  choose: 'Auswählen, was wir Ihnen schreiben',
  unsubscribe: 'Keine Mails mehr',
}
