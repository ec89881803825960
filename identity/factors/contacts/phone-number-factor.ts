import { phoneNumbers } from '../../accounts/contacts/index.ts'
import { userField } from '../../accounts/users/index.ts'
import type { Factor } from '../../sdk/feature/index.ts'
import { phoneNumberNotices } from './phone-number-notices.ts'
import { phoneNumberRemoval } from './removals.ts'

/** Phone numbers. Codes that are texted to a number prove it. */
export const phoneNumberFactor = {
  name: 'phone numbers',
  tables: ['user_phone_numbers'],
  migrations: [],
  limits: {},
  sealed: [],
  secrets: [],
  notices: phoneNumberNotices,
  settings: {},
  userField: userField('phone_numbers', phoneNumbers.rowsOf, rows =>
    rows
      .map(phoneNumbers.contactOf)
      .map(({ id, value, verified }) => ({ phone_id: id, phone_number: value, verified })),
  ),
  isWayIn: user => user.phone_numbers.some(phone => phone.verified),
  makesAccount: null,
  removal: phoneNumberRemoval,
  wipeUnproved: (tx, { projectId, userId }) => phoneNumbers.removeAll(tx, projectId, userId),
  deleteUser: (tx, projectId, userId) => phoneNumbers.removeAll(tx, projectId, userId),
  sweep: null,
  open: null,
} satisfies Factor
