import type { Screen, Widget } from '../../form/index.ts'

/** Finds out what the provider knows about an address, which decides what the next screen asks for. */
export const askForPassword = async ({ client, dispatch }: Widget, email: string): Promise<Screen> => {
  const { userType } = await client.user.search(email)
  dispatch({ type: 'update_password_state', passwordState: { email, type: userType } })
  return 'PasswordCreateOrLogin'
}
