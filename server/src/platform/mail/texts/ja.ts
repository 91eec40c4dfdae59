import type { MailTexts } from './mail-text'

export const ja: MailTexts = {
  greeting: (name) => `${name} 様`,
  footer: (address) => `このメールは Lintel（${address}）から送信されました。返信はお読みできません。`,
  mails: {
    'refresh-reuse': ({ at, ip, browser }, time) => ({
      subject: '安全のため Lintel からサインアウトしました',
      paragraphs: [
        `${time(at)} に、すでに無効になったお客様のアカウントのサインインキーが使用されました。キーがコピーされた場合に起こるため、該当するセッションを終了しました。`,
        `アドレス: ${ip}`,
        ...(browser ? [`ブラウザー: ${browser}`] : []),
        'お心当たりがない場合は、サインインしてパスワードを変更してください。お心当たりがある場合は、もう一度サインインしてください。',
      ],
    }),
    'first-invitation': ({ link, expiresAt }, time) => ({
      subject: 'Lintel のアカウントのご案内',
      paragraphs: [
        'お客様のアカウントが作成されました。パスワードを設定すると、ご利用を開始できます。',
        `リンクは一度だけ、${time(expiresAt)} まで有効です。ほかの人に渡さないでください。`,
      ],
      action: { label: 'パスワードを設定する', link },
    }),
    'provider-linked': ({ provider, at, ip }, time) => ({
      subject: `${provider} で Lintel にサインインできるようになりました`,
      paragraphs: [
        `${time(at)} に、お使いのアカウントが ${provider} と連携されました。${provider} でご本人としてサインインすると、ここにもサインインします。`,
        `アドレス: ${ip}`,
        'お心当たりがない場合は、サインインしてプロフィールで連携を解除し、パスワードを変更してください。',
      ],
    }),
    'provider-unlinked': ({ provider, at, ip }, time) => ({
      subject: `${provider} で Lintel にサインインできなくなりました`,
      paragraphs: [
        `${time(at)} に、お使いのアカウントと ${provider} の連携が解除されました。`,
        `アドレス: ${ip}`,
        'お心当たりがない場合は、パスワードを変更してください。',
      ],
    }),
    'provider-verify-address': ({ provider, link, expiresAt }, time) => ({
      subject: 'Lintel のアドレスを確認してください',
      paragraphs: [
        `どなたかが ${provider} でサインインし、このアドレスをご自分のものとして入力しました。ご本人の場合は確認してから、もう一度 ${provider} でサインインしてください。`,
        `リンクは ${time(expiresAt)} まで、一度だけ使えます。ご本人でない場合は、何もする必要はありません。`,
      ],
      action: { label: 'アドレスを確認する', link },
    }),
    'provider-known-address': ({ provider }) => ({
      subject: 'Lintel のアカウントをお持ちです',
      paragraphs: [
        `どなたかが ${provider} でサインインし、すでにアカウントのあるこのアドレスを入力しました。`,
        `ご本人の場合は、もう一度 ${provider} でサインインし、既存のアカウントがあることを選んで、そのパスワードを入力してください。ご本人でない場合は、何もする必要はありません。`,
      ],
    }),
  },
}
