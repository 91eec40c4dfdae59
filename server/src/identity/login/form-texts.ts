import type { SignInFailure } from '@lintel/contract/identity/sign-in-form'
import type { Locale } from '@lintel/contract/settings/locales'

/** Texts of the sign-in pages for browsers without script. */
interface FormTexts {
  failures: Record<SignInFailure, string>
  codeTitle: string
  codeSentence: string
  code: string
  invalidCode: string
  signIn: string
  signOut: string
  backToSignIn: string
  refused: string
  refusedSentence: string
  /** Label of the request id. */
  requestId: string
  needsScript: string
  needsScriptSentence: string
  signedInAs(email: string): string
  openLintel: string
}

export const formTexts: Record<Locale, FormTexts> = {
  en: {
    failures: {
      invalid_grant: 'We were not able to sign you in. Check your email address and your password.',
      password_reset_needed: 'Your password has to be reset before you can sign in.',
      required: 'Enter your email address and your password.',
      invalidSession: 'This sign-in attempt has ended. Start again.',
      tooManyRequests: 'Too many attempts. Wait a moment and try again.',
      overloaded: 'The service is very busy. Try again in a moment.',
      databaseAway: 'The service is not available right now. Try again in a moment.',
    },
    codeTitle: 'Two-step verification',
    codeSentence: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
    code: 'Verification code',
    invalidCode: 'This code is not valid. Each code works once and only for a short time.',
    signIn: 'Sign in',
    signOut: 'Sign out',
    backToSignIn: 'Back to the sign-in page',
    refused: 'This did not work',
    refusedSentence: 'Your form could not be accepted, and nothing was changed. Open the page again and try once more.',
    requestId: 'Request',
    needsScript: 'Lintel needs JavaScript',
    needsScriptSentence:
      'Lintel is an application that runs in your browser, and JavaScript is turned off in it. Turn it on to work with your projects.',
    signedInAs: (email) => `You are signed in as ${email}.`,
    openLintel: 'Open Lintel',
  },
  de: {
    failures: {
      invalid_grant: 'Wir konnten Sie nicht anmelden. Prüfen Sie Ihre E-Mail-Adresse und Ihr Passwort.',
      password_reset_needed: 'Ihr Passwort muss zurückgesetzt werden, bevor Sie sich anmelden können.',
      required: 'Geben Sie Ihre E-Mail-Adresse und Ihr Passwort ein.',
      invalidSession: 'Dieser Anmeldeversuch ist abgelaufen. Beginnen Sie von vorn.',
      tooManyRequests: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es noch einmal.',
      overloaded: 'Der Dienst ist stark ausgelastet. Versuchen Sie es gleich noch einmal.',
      databaseAway: 'Der Dienst ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    },
    codeTitle: 'Bestätigung in zwei Schritten',
    codeSentence:
      'Geben Sie den Code ein, den Ihre Authentifizierungs-App anzeigt, oder einen Ihrer Wiederherstellungscodes.',
    code: 'Bestätigungscode',
    invalidCode: 'Dieser Code ist nicht gültig. Jeder Code gilt einmal und nur kurze Zeit.',
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    backToSignIn: 'Zurück zur Anmeldung',
    refused: 'Das hat nicht funktioniert',
    refusedSentence:
      'Ihr Formular konnte nicht angenommen werden, und es wurde nichts geändert. Öffnen Sie die Seite erneut und versuchen Sie es noch einmal.',
    requestId: 'Anfrage',
    needsScript: 'Lintel benötigt JavaScript',
    needsScriptSentence:
      'Lintel ist eine Anwendung, die in Ihrem Browser läuft, und JavaScript ist dort ausgeschaltet. Schalten Sie es ein, um mit Ihren Projekten zu arbeiten.',
    signedInAs: (email) => `Sie sind als ${email} angemeldet.`,
    openLintel: 'Lintel öffnen',
  },
  es: {
    failures: {
      invalid_grant: 'No hemos podido iniciar su sesión. Compruebe su dirección de correo y su contraseña.',
      password_reset_needed: 'Debe restablecer su contraseña antes de iniciar sesión.',
      required: 'Introduzca su dirección de correo y su contraseña.',
      invalidSession: 'Este intento de inicio de sesión ha terminado. Empiece de nuevo.',
      tooManyRequests: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
      overloaded: 'El servicio está muy ocupado. Inténtelo de nuevo en un momento.',
      databaseAway: 'El servicio no está disponible ahora mismo. Inténtelo de nuevo en un momento.',
    },
    codeTitle: 'Verificación en dos pasos',
    codeSentence:
      'Introduzca el código que muestra su aplicación de autenticación o uno de sus códigos de recuperación.',
    code: 'Código de verificación',
    invalidCode: 'Este código no es válido. Cada código sirve una sola vez y por poco tiempo.',
    signIn: 'Iniciar sesión',
    signOut: 'Cerrar sesión',
    backToSignIn: 'Volver a la página de inicio de sesión',
    refused: 'No ha funcionado',
    refusedSentence:
      'No se ha podido aceptar su formulario y no se ha cambiado nada. Abra la página de nuevo e inténtelo otra vez.',
    requestId: 'Solicitud',
    needsScript: 'Lintel necesita JavaScript',
    needsScriptSentence:
      'Lintel es una aplicación que se ejecuta en su navegador, y JavaScript está desactivado en él. Actívelo para trabajar con sus proyectos.',
    signedInAs: (email) => `Ha iniciado sesión como ${email}.`,
    openLintel: 'Abrir Lintel',
  },
  fr: {
    failures: {
      invalid_grant: 'Nous n’avons pas pu vous connecter. Vérifiez votre adresse e-mail et votre mot de passe.',
      password_reset_needed: 'Votre mot de passe doit être réinitialisé avant la connexion.',
      required: 'Saisissez votre adresse e-mail et votre mot de passe.',
      invalidSession: 'Cette tentative de connexion a expiré. Recommencez.',
      tooManyRequests: 'Trop de tentatives. Patientez un instant et réessayez.',
      overloaded: 'Le service est très sollicité. Réessayez dans un instant.',
      databaseAway: 'Le service n’est pas disponible pour le moment. Réessayez dans un instant.',
    },
    codeTitle: 'Validation en deux étapes',
    codeSentence:
      'Saisissez le code affiché par votre application d’authentification, ou l’un de vos codes de récupération.',
    code: 'Code de vérification',
    invalidCode: 'Ce code n’est pas valide. Chaque code ne sert qu’une fois et pendant peu de temps.',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    backToSignIn: 'Retour à la page de connexion',
    refused: 'Cela n’a pas fonctionné',
    refusedSentence:
      'Votre formulaire n’a pas pu être accepté et rien n’a été modifié. Ouvrez de nouveau la page et réessayez.',
    requestId: 'Requête',
    needsScript: 'Lintel a besoin de JavaScript',
    needsScriptSentence:
      'Lintel est une application qui fonctionne dans votre navigateur, où JavaScript est désactivé. Activez-le pour travailler sur vos projets.',
    signedInAs: (email) => `Vous êtes connecté en tant que ${email}.`,
    openLintel: 'Ouvrir Lintel',
  },
  ja: {
    failures: {
      invalid_grant: 'ログインできませんでした。メールアドレスとパスワードを確認してください。',
      password_reset_needed: 'ログインする前にパスワードの再設定が必要です。',
      required: 'メールアドレスとパスワードを入力してください。',
      invalidSession: 'このログインの手続きは終了しました。最初からやり直してください。',
      tooManyRequests: '試行回数が多すぎます。しばらく待ってからもう一度お試しください。',
      overloaded: 'サービスが混み合っています。しばらくしてからもう一度お試しください。',
      databaseAway: '現在サービスを利用できません。しばらくしてからもう一度お試しください。',
    },
    codeTitle: '2段階認証',
    codeSentence: '認証アプリに表示されているコード、またはリカバリーコードのいずれかを入力してください。',
    code: '確認コード',
    invalidCode: 'このコードは無効です。コードは一度だけ、短い時間内に限り使えます。',
    signIn: 'ログイン',
    signOut: 'ログアウト',
    backToSignIn: 'ログインページに戻る',
    refused: '処理できませんでした',
    refusedSentence:
      'フォームを受け付けることができませんでした。何も変更されていません。ページを開き直して、もう一度お試しください。',
    requestId: 'リクエスト',
    needsScript: 'Lintel には JavaScript が必要です',
    needsScriptSentence:
      'Lintel はブラウザーで動作するアプリケーションですが、JavaScript が無効になっています。プロジェクトで作業するには有効にしてください。',
    signedInAs: (email) => `${email} としてログインしています。`,
    openLintel: 'Lintel を開く',
  },
  nb: {
    failures: {
      invalid_grant: 'Vi klarte ikke å logge deg inn. Kontroller e-postadressen og passordet.',
      password_reset_needed: 'Passordet ditt må tilbakestilles før du kan logge inn.',
      required: 'Skriv inn e-postadressen og passordet ditt.',
      invalidSession: 'Dette innloggingsforsøket er avsluttet. Begynn på nytt.',
      tooManyRequests: 'For mange forsøk. Vent litt og prøv igjen.',
      overloaded: 'Det er stor pågang akkurat nå. Prøv igjen om litt.',
      databaseAway: 'Tjenesten er ikke tilgjengelig akkurat nå. Prøv igjen om litt.',
    },
    codeTitle: 'Totrinnsbekreftelse',
    codeSentence: 'Skriv inn koden som autentiseringsappen viser, eller en av gjenopprettingskodene dine.',
    code: 'Bekreftelseskode',
    invalidCode: 'Denne koden er ikke gyldig. Hver kode virker én gang og bare en kort stund.',
    signIn: 'Logg inn',
    signOut: 'Logg ut',
    backToSignIn: 'Tilbake til innloggingssiden',
    refused: 'Dette gikk ikke',
    refusedSentence: 'Skjemaet kunne ikke tas imot, og ingenting er endret. Åpne siden på nytt og prøv igjen.',
    requestId: 'Forespørsel',
    needsScript: 'Lintel trenger JavaScript',
    needsScriptSentence:
      'Lintel er et program som kjører i nettleseren, og JavaScript er slått av der. Slå det på for å arbeide med prosjektene dine.',
    signedInAs: (email) => `Du er logget inn som ${email}.`,
    openLintel: 'Åpne Lintel',
  },
  pl: {
    failures: {
      invalid_grant: 'Nie udało się zalogować. Sprawdź adres e-mail i hasło.',
      password_reset_needed: 'Przed zalogowaniem trzeba zresetować hasło.',
      required: 'Wpisz adres e-mail i hasło.',
      invalidSession: 'Ta próba logowania wygasła. Zacznij od nowa.',
      tooManyRequests: 'Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.',
      overloaded: 'Usługa jest bardzo obciążona. Spróbuj ponownie za chwilę.',
      databaseAway: 'Usługa jest teraz niedostępna. Spróbuj ponownie za chwilę.',
    },
    codeTitle: 'Weryfikacja dwuetapowa',
    codeSentence: 'Wpisz kod z aplikacji uwierzytelniającej albo jeden z kodów odzyskiwania.',
    code: 'Kod weryfikacyjny',
    invalidCode: 'Ten kod jest nieprawidłowy. Każdy kod działa raz i tylko przez krótki czas.',
    signIn: 'Zaloguj się',
    signOut: 'Wyloguj się',
    backToSignIn: 'Wróć do strony logowania',
    refused: 'To się nie udało',
    refusedSentence:
      'Formularz nie mógł zostać przyjęty i nic się nie zmieniło. Otwórz stronę ponownie i spróbuj jeszcze raz.',
    requestId: 'Żądanie',
    needsScript: 'Lintel wymaga JavaScriptu',
    needsScriptSentence:
      'Lintel jest aplikacją działającą w przeglądarce, a JavaScript jest w niej wyłączony. Włącz go, aby pracować nad swoimi projektami.',
    signedInAs: (email) => `Zalogowano jako ${email}.`,
    openLintel: 'Otwórz Lintel',
  },
  sv: {
    failures: {
      invalid_grant: 'Vi kunde inte logga in dig. Kontrollera e-postadressen och lösenordet.',
      password_reset_needed: 'Ditt lösenord måste återställas innan du kan logga in.',
      required: 'Ange din e-postadress och ditt lösenord.',
      invalidSession: 'Inloggningsförsöket har avslutats. Börja om.',
      tooManyRequests: 'För många försök. Vänta en stund och försök igen.',
      overloaded: 'Tjänsten är hårt belastad. Försök igen om en stund.',
      databaseAway: 'Tjänsten är inte tillgänglig just nu. Försök igen om en stund.',
    },
    codeTitle: 'Tvåstegsverifiering',
    codeSentence: 'Ange koden som autentiseringsappen visar, eller en av dina återställningskoder.',
    code: 'Verifieringskod',
    invalidCode: 'Koden är inte giltig. Varje kod fungerar en gång och bara en kort stund.',
    signIn: 'Logga in',
    signOut: 'Logga ut',
    backToSignIn: 'Tillbaka till inloggningssidan',
    refused: 'Det gick inte',
    refusedSentence:
      'Formuläret kunde inte tas emot, och ingenting har ändrats. Öppna sidan igen och försök en gång till.',
    requestId: 'Begäran',
    needsScript: 'Lintel behöver JavaScript',
    needsScriptSentence:
      'Lintel är ett program som körs i webbläsaren, och JavaScript är avstängt i den. Slå på det för att arbeta med dina projekt.',
    signedInAs: (email) => `Du är inloggad som ${email}.`,
    openLintel: 'Öppna Lintel',
  },
  zh: {
    failures: {
      invalid_grant: '我们无法让您登录。请检查您的电子邮件地址和密码。',
      password_reset_needed: '登录前需要重置密码。',
      required: '请输入您的电子邮件地址和密码。',
      invalidSession: '此次登录已结束，请重新开始。',
      tooManyRequests: '尝试次数过多，请稍后重试。',
      overloaded: '服务繁忙，请稍后重试。',
      databaseAway: '服务暂时不可用，请稍后重试。',
    },
    codeTitle: '两步验证',
    codeSentence: '请输入身份验证应用显示的验证码，或您的一个恢复代码。',
    code: '验证码',
    invalidCode: '此验证码无效。每个验证码只能使用一次，且有效时间很短。',
    signIn: '登录',
    signOut: '退出登录',
    backToSignIn: '返回登录页面',
    refused: '操作未成功',
    refusedSentence: '无法接受您的表单，未做任何更改。请重新打开页面再试一次。',
    requestId: '请求',
    needsScript: 'Lintel 需要 JavaScript',
    needsScriptSentence:
      'Lintel 是在浏览器中运行的应用程序，而您的浏览器已关闭 JavaScript。请将其打开，以便处理您的项目。',
    signedInAs: (email) => `您已以 ${email} 的身份登录。`,
    openLintel: '打开 Lintel',
  },
}
