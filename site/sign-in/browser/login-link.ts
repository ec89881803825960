/** Shows in the header whether somebody is signed in (SPEC §2, "Login modal"). */
export const showSignedIn = (signedIn: boolean): void => {
  const link = document.getElementById('login-link')
  if (!(link instanceof HTMLAnchorElement)) return
  link.textContent = signedIn ? 'Log out' : 'Sign up / Log in'
  if (!signedIn) document.getElementById('logged-in-as')?.remove()
  link.href = signedIn ? '/logout' : '/login'
}
