import type { PageSettings } from '../page/index.ts'

let read: PageSettings | null = null

/** What the document says to the scripts of its page. */
export const pageSettings = (): PageSettings => {
  read ??= JSON.parse(document.body.dataset.settings ?? '{}') as PageSettings
  return read
}
