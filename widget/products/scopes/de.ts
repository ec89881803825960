import type { ScopeTexts } from './en.ts'

export const de: ScopeTexts = {
  openid: 'Ihre Identität bestätigen',
  profile: 'Ihre persönlichen Profilangaben sehen',
  profileDetail: 'Ihren Namen, Ihr Profilbild und Ihre Spracheinstellungen',
  emailDetail: 'Ihre E-Mail-Adresse',
  phoneDetail: 'Ihre Telefonnummer',
  offlineAccess: 'Auf Ihre Daten zugreifen, auch wenn Sie die Anwendung gerade nicht verwenden',
  useScope: 'Den Bereich {scope} verwenden',
  watchPapers: 'Artikel für Sie beobachten, damit Sie von Neuigkeiten zu ihnen erfahren',
  draftNotes: 'Entwürfe von Anmerkungen schreiben, die nur Sie absenden',
  draftClaims: 'Entwürfe dafür schreiben, dass Sie einen Artikel reproduzieren wollen; nur Sie senden sie ab',
}
