import { spanish } from '../../products/es.ts'
import type { ownTexts, Strings } from './en.ts'
import { mergeTexts } from './merge-texts.ts'

const ownSpanish: typeof ownTexts = {
  common: {
    language: 'es',
    back: 'Volver',
    or: 'o',
    continue: 'Continuar',
    email: 'Correo electrónico',
    password: 'Contraseña',
    showPassword: 'Mostrar la contraseña',
    hidePassword: 'Ocultar la contraseña',
    poweredBy: 'Con la tecnología de',
    unexpected: 'Algo ha salido mal. Inténtelo de nuevo.',
    loading: 'Cargando',
    notLoaded: 'No se ha podido cargar esta parte del formulario. Compruebe su conexión e inténtelo de nuevo.',
    tryAgain: 'Intentar de nuevo',
  },
  main: {
    heading: 'Regístrese o inicie sesión',
    waysToSignIn: 'Formas de iniciar sesión',
    emailTab: 'Correo',
    continueWithEmail: 'Continuar con el correo',
    invalidEmail: 'Dirección de correo no válida',
    invalidEmailForCode: 'Dirección de correo no válida, inténtelo de nuevo.',
    passkeysAlone: 'Error: las llaves de acceso no bastan por sí solas; añada otro producto a la configuración.',
    linkAndCode: 'Error: no se pueden usar a la vez enlaces y códigos por correo.',
    noWayIn:
      'Error: este formulario no ofrece ninguna forma de entrar. Indique en la configuración al menos un producto con sus opciones.',
  },
}

/** Spanish, in the polite form. A missing text does not compile. */
export const es: Strings = mergeTexts(ownSpanish, ...spanish)
