export { type EmailWay, emailWay } from './email-way.ts'
export { isEmailAddress } from './is-email-address.ts'
export { codeOptions, linkOptions } from './mail-options.ts'
export { type Mails, useMails } from './use-mails.ts'
