/** Supported languages of mails. The site's pages are in English. */
export { type Locale, localeOf, locales } from '@corroborate/wire/locales'
