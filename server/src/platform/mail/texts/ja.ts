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
    'first-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} さんから ${project} に招待されました`,
      paragraphs: [
        `${inviter} さんが Lintel のプロジェクト「${project}」にお客様を招待しました。アカウントは作成済みです。パスワードを設定すると、ご利用を開始できます。`,
        `リンクは一度だけ、${time(expiresAt)} まで有効です。ほかの人に渡さないでください。`,
      ],
      action: { label: 'パスワードを設定する', link },
    }),
    'project-invitation': ({ inviter, project, link }) => ({
      subject: `${project} に参加しました`,
      paragraphs: [
        `${inviter} さんがお客様を Lintel のプロジェクト「${project}」に追加しました。いつものようにサインインして開いてください。`,
      ],
      action: { label: 'プロジェクトを開く', link },
    }),
    'guest-invitation': ({ inviter, project, link, expiresAt }, time) => ({
      subject: `${inviter} さんから ${project} に招待されました`,
      paragraphs: [
        `${inviter} さんが Lintel のプロジェクト「${project}」にお客様をゲストとして招待しました。リンクを使うと、パスワードなしで入れます。`,
        expiresAt === null
          ? 'リンクは何度でも使えます。ほかの人に渡さないでください。'
          : `リンクは ${time(expiresAt)} まで何度でも使えます。ほかの人に渡さないでください。`,
      ],
      action: { label: 'プロジェクトを開く', link },
    }),
    'password-reset': ({ code, link, expiresAt }, time) => ({
      subject: 'Lintel の新しいパスワード用のコード',
      paragraphs: [
        'お客様のアカウントの新しいパスワードが、おそらくご本人によって、請求されました。',
        `コード: ${code}`,
        `コードは一度だけ、${time(expiresAt)} まで有効です。お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。`,
      ],
      action: { label: '新しいパスワードを設定する', link },
    }),
    'password-link': ({ link, expiresAt }, time) => ({
      subject: 'Lintel の新しいパスワードを確認してください',
      paragraphs: [
        'お客様のアカウントの現在のパスワードを知る方が、新しいパスワードへの変更を求めました。',
        `ご本人の場合は、新しいパスワードを確認してください。リンクは一度だけ、${time(expiresAt)} まで有効です。`,
        'お心当たりがない場合は、確認しないでください。どなたかがパスワードを知っています。サインインページで新しいパスワードを請求してください。',
      ],
      action: { label: '新しいパスワードを確認する', link },
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
    'email-change-confirm': ({ current, link, expiresAt }, time) => ({
      subject: 'Lintel の新しいアドレスを確認してください',
      paragraphs: [
        `現在 ${current} の Lintel アカウントで、このアドレスを使いたいという申し込みがありました。ご本人の場合は、そのアカウントにサインインしてからリンクを開き、確認してください。`,
        `リンクは ${time(expiresAt)} まで、一度だけ使えます。ご本人でない場合は、何もする必要はありません。`,
      ],
      action: { label: 'アドレスを確認する', link },
    }),
    'email-change-requested': ({ to, at, ip }, time) => ({
      subject: 'Lintel アカウントのアドレス変更の申し込みがありました',
      paragraphs: [
        `${time(at)} に、お使いのアカウントのアドレスを ${to} に変更する申し込みがありました。新しいアドレスが確認されるまでは、このアドレスのままです。`,
        `アドレス: ${ip}`,
        'お心当たりがない場合は、サインインしてプロフィールで申し込みを取り消し、パスワードを変更してください。',
      ],
    }),
    'email-changed': ({ to, at, ip }, time) => ({
      subject: 'Lintel アカウントのアドレスが変わりました',
      paragraphs: [
        `${time(at)} に、お使いのアカウントのアドレスが ${to} になりました。これからはこのアドレスでサインインしてください。パスワードとプロジェクトは変わりません。`,
        `アドレス: ${ip}`,
        'お心当たりがない場合は、すぐにサポートへご連絡ください。新しいアドレスを持つ人は、パスワードを再設定できます。',
      ],
    }),
  },
}
