import type { Screen, Widget } from '../../form/index.ts'

/** Looks up an address and returns the next screen for it. */
export const askForPassword = async ({ client, dispatch }: Widget, email: string): Promise<Screen> => {
  const { userType } = await client.user.search(email)
  dispatch({ type: 'update_password_state', passwordState: { email, type: userType } })
  return 'PasswordCreateOrLogin'
}
