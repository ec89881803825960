import type { EmailAddress } from '@corroborate/wire/email'
import { emailKind, phoneNumberKind } from './contact-kind.ts'
import { createContactStore } from './contact-store.ts'

/** Email addresses of users, in canonical form. */
export const emails = createContactStore<EmailAddress>(emailKind)

/** The phone numbers of users, in E.164. */
export const phoneNumbers = createContactStore<string>(phoneNumberKind)
