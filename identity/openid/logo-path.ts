/** Where the logo of an application is, our own copy of it. */
export const logoPath = (projectId: string, clientId: string): string =>
  `/v1/public/logos/${projectId}/${encodeURIComponent(clientId)}`
