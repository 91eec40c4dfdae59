import type { Locale } from '@lintel/contract/settings/locales'

/** Texts of the page shown when a sign-in at a provider fails. */
export interface ProviderErrorTexts {
  title: string
  unavailable: string
  notAllowed: string
  unknown: string
  failed: string
  notSignedIn: string
  tryAgain: string
  back: string
}

export const providerErrorTexts: Record<Locale, ProviderErrorTexts> = {
  en: {
    title: 'Sign-in at the provider',
    unavailable: 'The provider does not answer right now',
    notAllowed: 'This provider may not be used',
    unknown: 'This sign-in provider is not known here',
    failed: 'Signing in at the provider did not work',
    notSignedIn: 'You were not signed in. Nothing is lost: try again in a moment, or sign in another way.',
    tryAgain: 'Try again',
    back: 'Back to the sign-in page',
  },
  de: {
    title: 'Anmeldung beim Anbieter',
    unavailable: 'Der Anbieter antwortet gerade nicht',
    notAllowed: 'Dieser Anbieter darf nicht verwendet werden',
    unknown: 'Dieser Anmeldeanbieter ist hier nicht bekannt',
    failed: 'Die Anmeldung beim Anbieter hat nicht funktioniert',
    notSignedIn:
      'Sie wurden nicht angemeldet. Nichts ist verloren: Versuchen Sie es gleich noch einmal, oder melden Sie sich auf andere Weise an.',
    tryAgain: 'Noch einmal versuchen',
    back: 'Zurück zur Anmeldeseite',
  },
  es: {
    title: 'Inicio de sesión en el proveedor',
    unavailable: 'El proveedor no responde en este momento',
    notAllowed: 'Este proveedor no se puede usar',
    unknown: 'Este proveedor de inicio de sesión no se conoce aquí',
    failed: 'El inicio de sesión en el proveedor no ha funcionado',
    notSignedIn:
      'No ha iniciado sesión. No se ha perdido nada: inténtelo de nuevo en un momento o inicie sesión de otra forma.',
    tryAgain: 'Intentar de nuevo',
    back: 'Volver a la página de inicio de sesión',
  },
  fr: {
    title: 'Connexion chez le fournisseur',
    unavailable: 'Le fournisseur ne répond pas pour le moment',
    notAllowed: 'Ce fournisseur ne peut pas être utilisé',
    unknown: 'Ce fournisseur de connexion n’est pas connu ici',
    failed: 'La connexion chez le fournisseur a échoué',
    notSignedIn:
      'La connexion n’a pas eu lieu. Rien n’est perdu : réessayez dans un instant ou connectez-vous autrement.',
    tryAgain: 'Réessayer',
    back: 'Retour à la page de connexion',
  },
  ja: {
    title: 'プロバイダーでのログイン',
    unavailable: 'プロバイダーが応答していません',
    notAllowed: 'このプロバイダーは使用できません',
    unknown: 'このログインプロバイダーは登録されていません',
    failed: 'プロバイダーでログインできませんでした',
    notSignedIn:
      'ログインしていません。失われたものはありません。しばらくしてからやり直すか、別の方法でログインしてください。',
    tryAgain: 'やり直す',
    back: 'ログインページに戻る',
  },
  nb: {
    title: 'Innlogging hos leverandøren',
    unavailable: 'Leverandøren svarer ikke akkurat nå',
    notAllowed: 'Denne leverandøren kan ikke brukes',
    unknown: 'Denne innloggingsleverandøren er ikke kjent her',
    failed: 'Innloggingen hos leverandøren virket ikke',
    notSignedIn: 'Du ble ikke logget inn. Ingenting er tapt: Prøv igjen om litt, eller logg inn på en annen måte.',
    tryAgain: 'Prøv igjen',
    back: 'Tilbake til innloggingssiden',
  },
  pl: {
    title: 'Logowanie u dostawcy',
    unavailable: 'Dostawca teraz nie odpowiada',
    notAllowed: 'Nie można użyć tego dostawcy',
    unknown: 'Ten dostawca logowania nie jest tutaj znany',
    failed: 'Logowanie u dostawcy nie powiodło się',
    notSignedIn: 'Nie zalogowano. Nic nie zostało utracone: spróbuj ponownie za chwilę lub zaloguj się w inny sposób.',
    tryAgain: 'Spróbuj ponownie',
    back: 'Wróć do strony logowania',
  },
  sv: {
    title: 'Inloggning hos leverantören',
    unavailable: 'Leverantören svarar inte just nu',
    notAllowed: 'Den här leverantören får inte användas',
    unknown: 'Den här inloggningsleverantören är inte känd här',
    failed: 'Inloggningen hos leverantören fungerade inte',
    notSignedIn:
      'Du loggades inte in. Inget har gått förlorat: försök igen om en stund eller logga in på ett annat sätt.',
    tryAgain: 'Försök igen',
    back: 'Tillbaka till inloggningssidan',
  },
  zh: {
    title: '在身份提供方登录',
    unavailable: '身份提供方目前没有响应',
    notAllowed: '不能使用此身份提供方',
    unknown: '此处没有该身份提供方',
    failed: '在身份提供方登录未成功',
    notSignedIn: '您尚未登录。没有丢失任何内容：请稍后重试，或使用其他方式登录。',
    tryAgain: '重试',
    back: '返回登录页面',
  },
}
