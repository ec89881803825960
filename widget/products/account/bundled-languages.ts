import type { OtherLocale } from '@corroborate/wire/locales'
import { de } from './de.ts'
import { es } from './es.ts'

/** The languages beside English. An application that bundles the widget bundles their texts too. */
export const moreLanguages = { de, es } satisfies Record<OtherLocale, unknown>
