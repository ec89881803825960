import { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails, phoneNumbers } from '../../accounts/contacts/index.ts'
import type { Removal } from '../../sdk/feature/index.ts'

export const emailRemoval: Removal = {
  endpoint: endpoints.users.deleteEmail,
  notFound: 'email_not_found',
  action: 'email.deleted',
  idsOf: user => user.emails.map(({ email_id }) => email_id),
  without: (user, id) => ({ ...user, emails: user.emails.filter(({ email_id }) => email_id !== id) }),
  change: () => 'email-removed',
  remove: emails.remove,
}

export const phoneNumberRemoval: Removal = {
  endpoint: endpoints.users.deletePhoneNumber,
  notFound: 'phone_number_not_found',
  action: 'phone_number.deleted',
  idsOf: user => user.phone_numbers.map(({ phone_id }) => phone_id),
  without: (user, id) => ({ ...user, phone_numbers: user.phone_numbers.filter(({ phone_id }) => phone_id !== id) }),
  change: () => 'phone-number-removed',
  remove: phoneNumbers.remove,
}
