/** The languages that mails are written in. The site's pages are in English. */
export { type Locale, localeOf, locales } from '@corroborate/wire/locales'
