import type { OwnTexts } from './en.ts'

/** Its texts in German, in the polite form. */
export const de: OwnTexts = {
  loading: 'Wird geladen',
  slow: 'Das dauert länger als sonst.',
  goBack: 'Abbrechen und zurück',
  signInTo: 'Bei {client} mit {project} anmelden',
  wantsAccess: '{client} möchte auf Ihr Konto bei {project} zugreifen',
  requests: '{client} möchte:',
  allow: 'Zulassen',
  deny: 'Ablehnen',
  loggedInAs: 'Sie sind als {account} angemeldet.',
  unverified:
    '„{client}“ ist der Name, den die Anwendung sich selbst gegeben hat. {project} hat ihn nicht geprüft. Erlauben Sie sie nur, wenn Sie sie kennen und gerade von ihr kommen.',
  known: '„{client}“ ist {project} bekannt.',
  own: '{client} gehört zu {project}.',
  inItsWords: 'In ihren eigenen Worten: „{description}“',
  leadsTo: 'Ihre Antwort führt Sie zu {place}.',

  denied: 'Der Zugriff wurde der Anwendung verweigert.',
  done: 'Fertig',
  onTheWay: 'Wir leiten Sie zu {place} weiter. Wenn nichts geschieht, können Sie diese Seite schließen.',
  goNow: 'Zu {place} gehen',

  logOut: 'Abmelden?',
  logOutOf: 'Von {project} abmelden?',
  logOutSure: 'Möchten Sie sich wirklich von Ihrem Konto bei {project} abmelden?',
  yes: 'Ja',
  no: 'Nein',
  notLoggedOut: 'Sie wurden nicht abgemeldet. Sie können diese Seite schließen.',
  loggedOut: 'Sie sind von {project} abgemeldet. Sie können diese Seite schließen.',

  trouble: 'Da ist etwas schiefgegangen!',
  missing: 'Ein nötiger Parameter fehlt: {param}. Bitte wenden Sie sich an die Entwickler der Anwendung.',
  repeated: 'Ein Parameter kommt mehrmals vor: {param}. Bitte wenden Sie sich an die Entwickler der Anwendung.',
  noSession: 'Sie sind nicht angemeldet. Melden Sie sich an, um fortzufahren.',
  logInFor: '{client} auf {place} möchte wissen, wer Sie sind.',
}
