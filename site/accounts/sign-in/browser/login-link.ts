/** Updates the header's signed-in state (SPEC §2, "Login modal"). */
export const showSignedIn = (signedIn: boolean): void => {
  const link = document.getElementById('login-link')
  if (!(link instanceof HTMLAnchorElement)) return
  link.textContent = signedIn ? 'Log out' : 'Sign up / Log in'
  if (!signedIn) for (const id of ['logged-in-as', 'dashboard-link']) document.getElementById(id)?.remove()
  link.href = signedIn ? '/logout' : '/login'
}
