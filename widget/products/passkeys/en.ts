/** Its texts in English, to the letter as SPEC has them. */
export const en = {
  logIn: 'Login with a Passkey',
  notFound:
    'Passkey registration not found. You may have deleted the passkey from your account but not password manager. Please try again.',
  unknownError: 'Unknown error occurred during passkey authentication. Please try again.',
  success: 'Success',
  authenticated: 'Your Passkey has been successfully authenticated.',
  setUp: 'Set up a new Passkey',
  explanation: 'A passkey signs you in with your fingerprint, your face or your screen lock, without a password.',
  create: 'Create a Passkey',
  skip: 'Skip',
  notSignedIn: 'Error: Cannot use PasskeyRegistration component without active user authenticated.',
  alreadyRegistered:
    'The Passkey cannot be created as it seems to be already registered. It is possible this Passkey was registered on another device but has synced cross-device.',
  notCreated: 'Your Passkey was not created. Click “Create a Passkey” to try again or skip without adding a Passkey.',
  created: 'Passkey successfully created!',
  existing: 'Existing Passkeys',
  none: 'No passkeys yet.',
  name: 'Passkey name',
  rename: 'Rename {name}',
  save: 'Save',
  remove: 'Delete {name}',
  warning: 'Once deleted, the passkey cannot be restored.',
  delete: 'Delete',
  cancel: 'Cancel',
  another: 'Set up another Passkey',
  done: 'Done',
}

export type PasskeyTexts = typeof en
