import type { OwnTexts } from './en.ts'

/** Its texts in Spanish, in the polite form. */
export const es: OwnTexts = {
  loading: 'Cargando',
  slow: 'Está tardando más de lo habitual.',
  goBack: 'Cancelar y volver',
  signInTo: 'Iniciar sesión en {client} con {project}',
  wantsAccess: '{client} quiere acceder a su cuenta de {project}',
  requests: '{client} solicita:',
  allow: 'Permitir',
  deny: 'Rechazar',
  loggedInAs: 'Ha iniciado sesión como {account}.',
  unverified:
    '«{client}» es el nombre que la aplicación se dio a sí misma. {project} no lo ha comprobado. Permítala solo si la conoce y acaba de venir de ella.',
  known: '{project} conoce «{client}».',
  own: '{client} pertenece a {project}.',
  inItsWords: 'En sus propias palabras: «{description}»',
  leadsTo: 'Su respuesta le lleva a {place}.',

  denied: 'Se denegó el acceso a la aplicación.',
  done: 'Listo',
  onTheWay: 'Le estamos llevando a {place}. Si no ocurre nada, puede cerrar esta página.',
  goNow: 'Ir a {place}',

  logOut: '¿Cerrar sesión?',
  logOutOf: '¿Cerrar sesión en {project}?',
  logOutSure: '¿Seguro que quiere cerrar la sesión de su cuenta de {project}?',
  yes: 'Sí',
  no: 'No',
  notLoggedOut: 'No se ha cerrado su sesión. Puede cerrar esta página.',
  loggedOut: 'Ha cerrado la sesión en {project}. Puede cerrar esta página.',

  trouble: '¡Parece que ha habido un error!',
  missing: 'Falta un parámetro obligatorio: {param}. Póngase en contacto con el desarrollador de la aplicación.',
  repeated: 'Un parámetro aparece más de una vez: {param}. Póngase en contacto con el desarrollador de la aplicación.',
  noSession: 'No hay ninguna sesión activa. Inicie sesión para continuar.',
  logInFor: '{client}, en {place}, quiere saber quién es usted.',
}
