export { type Locale, localeOf, locales } from './locales.ts'
