import { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails, phoneNumbers } from '../../accounts/contacts/attach.ts'
import { userField } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { Factor, Removal } from '../../sdk/feature/feature.ts'

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'email-added': true
    'email-removed': true
  }
}

/** Notifications about the account's email addresses. */
const emailNotices: readonly Notice[] = [
  {
    change: 'email-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'An e-mail address was added',
        sentence: 'Another e-mail address was added to your account. It can be used to log in.',
      },
      de: {
        subject: 'Eine E-Mail-Adresse wurde hinzugefügt',
        sentence: 'Ihrem Konto wurde eine weitere E-Mail-Adresse hinzugefügt. Mit ihr kann man sich anmelden.',
      },
      es: {
        subject: 'Se ha añadido una dirección de correo',
        sentence: 'Se ha añadido otra dirección de correo a su cuenta. Con ella se puede iniciar sesión.',
      },
    },
  },
  {
    change: 'email-removed',
    advice: 'takeItBack',
    words: {
      en: {
        subject: 'An e-mail address was removed',
        sentence: 'An e-mail address was removed from your account.',
      },
      de: {
        subject: 'Eine E-Mail-Adresse wurde entfernt',
        sentence: 'Aus Ihrem Konto wurde eine E-Mail-Adresse entfernt.',
      },
      es: {
        subject: 'Se ha eliminado una dirección de correo',
        sentence: 'Se ha eliminado una dirección de correo de su cuenta.',
      },
    },
  },
]

const emailRemoval: Removal = {
  endpoint: endpoints.users.deleteEmail,
  notFound: 'email_not_found',
  action: 'email.deleted',
  idsOf: user => user.emails.map(({ email_id }) => email_id),
  without: (user, id) => ({ ...user, emails: user.emails.filter(({ email_id }) => email_id !== id) }),
  change: () => 'email-removed',
  remove: emails.remove,
}

const phoneNumberRemoval: Removal = {
  endpoint: endpoints.users.deletePhoneNumber,
  notFound: 'phone_number_not_found',
  action: 'phone_number.deleted',
  idsOf: user => user.phone_numbers.map(({ phone_id }) => phone_id),
  without: (user, id) => ({ ...user, phone_numbers: user.phone_numbers.filter(({ phone_id }) => phone_id !== id) }),
  change: () => 'phone-number-removed',
  remove: phoneNumbers.remove,
}

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

declare module '../../platform/names/index.ts' {
  interface AccountChanges {
    'phone-number-added': true
    'phone-number-removed': true
  }
}

/** Notifications about the account's phone numbers. */
const phoneNumberNotices: readonly Notice[] = [
  {
    change: 'phone-number-added',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'A phone number was added',
        sentence: 'A phone number was added to your account. It can be used to log in.',
      },
      de: {
        subject: 'Eine Telefonnummer wurde hinzugefügt',
        sentence: 'Ihrem Konto wurde eine Telefonnummer hinzugefügt. Mit ihr kann man sich anmelden.',
      },
      es: {
        subject: 'Se ha añadido un número de teléfono',
        sentence: 'Se ha añadido un número de teléfono a su cuenta. Con él se puede iniciar sesión.',
      },
    },
  },
  {
    change: 'phone-number-removed',
    advice: 'undoIt',
    words: {
      en: {
        subject: 'A phone number was removed',
        sentence: 'A phone number was removed from your account.',
      },
      de: {
        subject: 'Eine Telefonnummer wurde entfernt',
        sentence: 'Aus Ihrem Konto wurde eine Telefonnummer entfernt.',
      },
      es: {
        subject: 'Se ha eliminado un número de teléfono',
        sentence: 'Se ha eliminado un número de teléfono de su cuenta.',
      },
    },
  },
]

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
