import { emails } from '../../accounts/contacts/index.ts'
import { userField } from '../../accounts/users/index.ts'
import type { Factor } from '../../sdk/feature/index.ts'
import { emailNotices } from './email-notices.ts'
import { emailRemoval } from './removals.ts'

/** Email factor. Emailed links and codes verify an address. */
export const emailFactor = {
  name: 'e-mail addresses',
  tables: ['user_emails'],
  migrations: [],
  limits: {},
  sealed: [],
  secrets: [],
  notices: emailNotices,
  settings: {},
  userField: userField('emails', emails.rowsOf, rows =>
    rows.map(emails.contactOf).map(({ id, value, verified }) => ({ email_id: id, email: value, verified })),
  ),
  isWayIn: user => user.emails.some(email => email.verified),
  makesAccount: null,
  removal: emailRemoval,
  wipeUnproved: (tx, { projectId, userId, emailId }) => emails.removeAll(tx, projectId, userId, emailId),
  deleteUser: (tx, projectId, userId) => emails.removeAll(tx, projectId, userId),
  sweep: null,
  open: null,
} satisfies Factor
