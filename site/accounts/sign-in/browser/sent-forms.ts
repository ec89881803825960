import { keep, pageReader } from '../../../kit/browser/index.ts'

/** Under what name a form is kept that was sent in somebody's name. */
export const sentFormName = 'sent-form'

/**
 * Keeps what a form of this page holds, when it is sent without a script of its own: it leads to a page, also where the session has ended.
 * Never a password, and no file.
 */
export const keepSentForm = ({ target: form, submitter, defaultPrevented }: SubmitEvent): void => {
  if (defaultPrevented || pageReader() === null) return
  if (!(form instanceof HTMLFormElement) || form.method !== 'post' || form.querySelector('[type="password"]')) return
  const fields = [...new FormData(form, submitter)]
  if (fields.some(([, value]) => typeof value !== 'string')) return
  // Not `form.action`, which may be a field of that name.
  keep(sentFormName, { action: form.getAttribute('action') ?? location.pathname, fields })
}
