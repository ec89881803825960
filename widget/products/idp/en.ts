import type { ScopeTexts } from '../scopes/en.ts'

/** English strings: SPEC's verbatim where given. */
export const en = {
  loading: 'Loading',
  slow: 'This is taking longer than usual.',
  goBack: 'Cancel and go back',
  signInTo: 'Sign in to {client} with {project}',
  wantsAccess: '{client} wants to access your {project} account',
  requests: '{client} is requesting to:',
  allow: 'Allow',
  deny: 'Deny',
  loggedInAs: 'You are logged in as {account}.',
  unverified:
    'The application chose the name “{client}” itself; {project} has not verified it. Allow access only if you know the application and just came from it.',
  known: '“{client}” is known to {project}.',
  own: '{client} belongs to {project}.',
  inItsWords: 'Its description: “{description}”',
  leadsTo: 'You will be sent to {place}.',

  denied: 'Access to the application was denied.',
  done: 'Done',
  onTheWay: 'Redirecting to {place}. If nothing happens, you can close this page.',
  goNow: 'Go to {place}',

  logOut: 'Log out?',
  logOutOf: 'Log out of {project}?',
  logOutSure: 'Are you sure you want to log out of your {project} account?',
  yes: 'Yes',
  no: 'No',
  notLoggedOut: 'You have not been logged out. You may close this page.',
  loggedOut: 'You are logged out of {project}. You may close this page.',

  trouble: 'Looks like there was an error!',
  missing: 'Required parameter is missing: {param}. Please reach out to the application developer.',
  repeated: 'Parameter is given more than once: {param}. Please reach out to the application developer.',
  noSession: 'No active session detected. Please log in to continue.',
  logInFor: '{client} at {place} wants to verify your identity.',
}

export type OwnTexts = Readonly<Record<keyof typeof en, string>>
/** Including the strings of scopes. */
export type IdpTexts = OwnTexts & ScopeTexts
