import { keep, pageReader, takeKept } from '../../../kit/browser/index.ts'
import { mailedLinkLasts } from '../../wishes/browser/index.ts'
import { sentFormName } from './sent-forms.ts'

const refusedName = 'sent-form-refused'

/**
 * A page that says that the session of a form has ended asks to log in. The first page of the account after that sends the form once more;
 * what was not refused is let go.
 */
export const goOnWithForms = (): void => {
  const link = document.querySelector<HTMLAnchorElement>('a[data-refused-form]')
  if (link === null) sendRefusedForm()
  else {
    keep(refusedName, {})
    link.click()
  }
}

const sendRefusedForm = (): void => {
  if (pageReader() === null) return
  const refused = takeKept(refusedName)
  const sent = takeKept(sentFormName)
  if (refused === null || sent === null || Date.now() - sent.at > mailedLinkLasts || typeof sent.action !== 'string')
    return
  const form = document.createElement('form')
  form.method = 'post'
  form.setAttribute('action', sent.action)
  for (const [name, value] of sent.fields as [string, string][]) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  // The method itself: a field may have its name.
  HTMLFormElement.prototype.submit.call(form)
}
