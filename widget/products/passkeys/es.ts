import type { PasskeyTexts } from './en.ts'

const texts: PasskeyTexts = {
  logIn: 'Iniciar sesión con una llave de acceso',
  notFound:
    'Esta llave de acceso no está registrada. Es posible que la haya eliminado de su cuenta pero no de su gestor de contraseñas. Inténtelo de nuevo.',
  unknownError: 'Algo ha fallado al iniciar sesión con la llave de acceso. Inténtelo de nuevo.',
  success: 'Listo',
  authenticated: 'Ha iniciado sesión con su llave de acceso.',
  setUp: 'Configurar una llave de acceso',
  explanation:
    'Con una llave de acceso se inicia sesión con la huella, la cara o el bloqueo de pantalla, sin contraseña.',
  create: 'Crear una llave de acceso',
  skip: 'Omitir',
  notSignedIn: 'Error: para configurar una llave de acceso hay que haber iniciado sesión.',
  alreadyRegistered:
    'No se puede crear la llave de acceso porque parece que ya está registrada. Es posible que se registrara en otro dispositivo y se haya sincronizado.',
  notCreated:
    'No se ha creado su llave de acceso. Pulse «Crear una llave de acceso» para intentarlo de nuevo, u omita este paso.',
  created: '¡Llave de acceso creada!',
  existing: 'Sus llaves de acceso',
  none: 'Todavía no hay llaves de acceso.',
  name: 'Nombre de la llave de acceso',
  rename: 'Cambiar el nombre de {name}',
  save: 'Guardar',
  remove: 'Eliminar {name}',
  warning: 'Una llave de acceso eliminada no se puede recuperar.',
  delete: 'Eliminar',
  cancel: 'Cancelar',
  another: 'Configurar otra llave de acceso',
  done: 'Hecho',
}

/** Its texts in Spanish, in the polite form. */
export const es = { passkeys: texts }
