import { parseEmail } from '@corroborate/wire/email'
import { emails, phoneNumbers } from '../../accounts/contacts/index.ts'
import { findUserId as findByOwnId } from '../../accounts/users/index.ts'
import type { Database } from '../../platform/database/index.ts'

/** Finds a user by ID, email address, phone number or external ID. */
export const findUserId = async (db: Database, projectId: string, text: string): Promise<string | null> => {
  const parsed = parseEmail(text)
  if (parsed.kind === 'email') return (await emails.find(db, projectId, parsed.email))?.userId ?? null
  if (text.startsWith('+')) return (await phoneNumbers.find(db, projectId, text))?.userId ?? null
  return findByOwnId(db, projectId, text)
}
