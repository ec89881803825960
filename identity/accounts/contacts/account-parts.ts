import type { AccountPart } from '../users/index.ts'
import { emails, phoneNumbers } from './contacts.ts'

/** E-mail addresses as a part of the account. */
export const emailPart: AccountPart = {
  userField: {
    field: 'emails',
    read: async (db, projectId, userId) =>
      (await emails.list(db, projectId, userId)).map(({ id, value, verified }) => ({
        email_id: id,
        email: value,
        verified,
      })),
  },
  isWayIn: user => user.emails.some(email => email.verified),
  makesAccount: null,
  wipeUnproved: (tx, { projectId, userId, emailId }) => emails.removeAll(tx, projectId, userId, emailId),
  deleteUser: (tx, projectId, userId) => emails.removeAll(tx, projectId, userId),
}

/** Phone numbers as a part of the account. */
export const phoneNumberPart: AccountPart = {
  userField: {
    field: 'phone_numbers',
    read: async (db, projectId, userId) =>
      (await phoneNumbers.list(db, projectId, userId)).map(({ id, value, verified }) => ({
        phone_id: id,
        phone_number: value,
        verified,
      })),
  },
  isWayIn: user => user.phone_numbers.some(phone => phone.verified),
  makesAccount: null,
  wipeUnproved: (tx, { projectId, userId }) => phoneNumbers.removeAll(tx, projectId, userId),
  deleteUser: (tx, projectId, userId) => phoneNumbers.removeAll(tx, projectId, userId),
}
