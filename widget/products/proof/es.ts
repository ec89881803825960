import type { ProofTexts } from './en.ts'

/** Its texts in Spanish. */
export const es: ProofTexts = {
  code: 'Código',
  codeSent: 'Hemos enviado un código a {destination}. Introdúzcalo para mostrar que es suyo.',
  proveHeading: 'Confirme que es usted',
  proveExplained: 'Para proteger su cuenta, confirme una vez más que es usted.',
  proveSecond: 'Su cuenta está protegida por una segunda prueba.',
  proveWithPassword: 'Con mi contraseña',
  proveWithPasskey: 'Con una llave de acceso',
  proveWithWallet: 'Usar mi cartera',
  proveWithProvider: 'Usar {name}',
  proveByLeaving: 'Irá a {name} y después volverá aquí. Luego haga el cambio otra vez.',
  goTo: 'Ir a {name}',
  noWallet: 'No se ha encontrado ninguna cartera en este navegador.',
  proveWithCode: 'Enviar un código a {destination}',
  proveWithApp: 'Con mi aplicación de autenticación',
  proveWithRecovery: 'Con un código de recuperación',
  proveOtherwise: 'Cierre la sesión, vuelva a iniciarla y regrese aquí.',
  appCode: 'Código de la aplicación',
  recoveryCode: 'Código de recuperación',
  confirm: 'Confirmar',
  otherWay: 'Confirmar de otra manera',
  cancel: 'Cancelar',
}
