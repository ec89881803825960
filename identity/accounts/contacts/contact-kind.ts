import type { ErrorType } from '@corroborate/wire/errors'
import type { IdKind } from '../../platform/ids/index.ts'

/** Differences between email addresses and phone numbers. */
export type ContactKind = {
  /** As the audit log names it: `email.added`. */
  name: 'email' | 'phone_number'
  table: 'user_emails' | 'user_phone_numbers'
  /** The columns of the id and of the address or number; the audit log names the id likewise. */
  idColumn: 'email_id' | 'phone_id'
  valueColumn: 'email' | 'phone_number'
  idKind: Extract<IdKind, 'email' | 'phone-number'>
  /** The refusal when another account has proved it. */
  duplicate: ErrorType
}

export const emailKind: ContactKind = {
  name: 'email',
  table: 'user_emails',
  idColumn: 'email_id',
  valueColumn: 'email',
  idKind: 'email',
  duplicate: 'duplicate_email',
}

export const phoneNumberKind: ContactKind = {
  name: 'phone_number',
  table: 'user_phone_numbers',
  idColumn: 'phone_id',
  valueColumn: 'phone_number',
  idKind: 'phone-number',
  duplicate: 'duplicate_phone_number',
}
