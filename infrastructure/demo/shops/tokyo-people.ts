import type { People } from './demo-shop.js';

export const TOKYO_PEOPLE: People = {
  familyNameFirst: true,
  firstNames: [
    ['葵', 'Aoi'], ['陽菜', 'Hina'], ['蓮', 'Ren'], ['美咲', 'Misaki'], ['大輔', 'Daisuke'], ['健太', 'Kenta'], ['さくら', 'Sakura'],
    ['翔', 'Sho'], ['直樹', 'Naoki'], ['由美', 'Yumi'], ['恵子', 'Keiko'], ['拓也', 'Takuya'], ['結衣', 'Yui'], ['誠', 'Makoto'],
    ['真由美', 'Mayumi'], ['亮', 'Ryo'], ['千尋', 'Chihiro'], ['ジェームズ', 'James'], ['マリア', 'Maria'],
  ],
  lastNames: [
    ['佐藤', 'Sato'], ['鈴木', 'Suzuki'], ['高橋', 'Takahashi'], ['田中', 'Tanaka'], ['伊藤', 'Ito'], ['渡辺', 'Watanabe'], ['山本', 'Yamamoto'],
    ['中村', 'Nakamura'], ['小林', 'Kobayashi'], ['加藤', 'Kato'], ['吉田', 'Yoshida'], ['山田', 'Yamada'], ['佐々木', 'Sasaki'],
    ['松本', 'Matsumoto'], ['井上', 'Inoue'], ['木村', 'Kimura'], ['清水', 'Shimizu'], ['山口', 'Yamaguchi'], ['髙木', 'Takagi'],
  ],
  companies: ['青山フラワー', '東京コーヒー商会', '表参道不動産', '神宮前デザイン', '港タクシー'],
};
