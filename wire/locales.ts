/** The languages that both mails and the sign-in form are written in, by their tags (BCP 47). */
export const locales = ['en', 'de', 'es'] as const
export type Locale = (typeof locales)[number]
/** Those beside English, which comes with everything. */
export type OtherLocale = Exclude<Locale, 'en'>
