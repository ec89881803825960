import type { PageSettings } from '../page/index.ts'

let read: PageSettings | null = null

/** Reads the page's client settings from the document. */
export const pageSettings = (): PageSettings => {
  read ??= JSON.parse(document.body.dataset.settings ?? '{}') as PageSettings
  return read
}
