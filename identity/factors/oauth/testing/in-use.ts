/** Settings of a provider that is not on a developer's machine: the sandbox takes the place of no client there. */
export const inUse = {
  SITE_ORIGIN: 'https://papers.example.org',
  IDENTITY_ORIGIN: 'https://login.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
}
