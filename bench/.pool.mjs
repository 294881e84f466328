import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { openCatalog } from "../dist/src/index.js";
import { HALVES, halfOf } from "../test/judged/halves.mjs";
import { gradientHistogram, histogramGallery } from "./peers/hog.mjs";
import { drawingsOf, pngOf, SHIPPED_DATA } from "./tools/drawings.mjs";
import { createRandom, sample } from "./tools/random.mjs";
const [,, out, keyFile, half, seed, count] = process.argv;
const c = openCatalog("/tmp/w22/art");
const drawings = await drawingsOf(SHIPPED_DATA);
const random = createRandom(Number(seed));
const pairs = new Set(JSON.parse(readFileSync("test/judged/similar-pairs.json","utf8")).flat());
const ids=[...drawings.keys()].filter(id=>halfOf(id)===HALVES[Number(half)] && !pairs.has(id)).sort();
const queries = sample(ids, Number(count), random);
const histograms = new Map();
for (const [id, pixels] of drawings) histograms.set(id, await gradientHistogram(await pngOf(pixels)));
const gallery = histogramGallery(histograms);
const T=112,G=8,COLS=6;
async function tile({data,width,height}){ let luma=0,opaque=0; for(let at=0;at<data.length;at+=4){opaque+=data[at+3];luma+=data[at+3]*(.299*data[at]+.587*data[at+1]+.114*data[at+2]);} const light=opaque<.99*255*width*height&&luma>225*opaque; return sharp(data,{raw:{width,height,channels:4}}).resize(T,T,{fit:"contain",background:{r:0,g:0,b:0,alpha:0}}).flatten({background:light?"#333333":"#ffffff"}).png().toBuffer(); }
const key=[];
mkdirSync(out,{recursive:true});
for (const [n,id] of queries.entries()) {
  const bits=new Map(c.similar({id,by:"shape",limit:1021}).matches.map(m=>[m.ordinal,m.shapeDistance]));
  const cols=new Map(c.similar({id,by:"color",limit:1021}).matches.map(m=>[m.ordinal,m.colorDistance]));
  const hash=new Map(c.similar({id,by:"phash",limit:1021}).matches.map(m=>[m.ordinal,m.distance]));
  const all=[...bits.keys()].map(o=>({id:c.record(o).id,b:bits.get(o),c:cols.get(o)??9,h:hash.get(o)??64}));
  const top=f=>all.map(x=>({id:x.id,s:f(x)})).sort((a,b)=>a.s-b.s).slice(0,4).map(x=>x.id);
  const pool=new Set(gallery.nearest(histograms.get(id),4,id));
  for (const w of [150,255,350,500,700,1000,1500,3000]) for (const i of top(x=>x.b/w+x.c)) pool.add(i);
  for (const f of [x=>x.c,x=>x.b,x=>x.h,x=>x.h/64+x.c,x=>x.b/300+Math.sqrt(x.c),x=>x.b/600+Math.sqrt(x.c)]) for (const i of top(f)) pool.add(i);
  const cells=sample([...pool],pool.size,random);
  key.push({query:n+1,id,cells});
  const rows=Math.ceil(cells.length/COLS);
  const W=T+3*G+COLS*(T+G)+40, H=30+rows*(T+24+G);
  const comps=[]; const texts=[`<text x="8" y="22" font-size="18" font-weight="bold">query ${n+1}</text>`];
  comps.push({input:await tile(drawings.get(id)),left:G,top:30}); texts.push(`<rect x="${G-2}" y="28" width="${T+4}" height="${T+4}" fill="none" stroke="blue" stroke-width="3"/>`);
  for (const [i,cell] of cells.entries()){ const x=T+3*G+24+(i%COLS)*(T+G), y=30+Math.floor(i/COLS)*(T+24+G); comps.push({input:await tile(drawings.get(cell)),left:x,top:y}); texts.push(`<rect x="${x-1}" y="${y-1}" width="${T+2}" height="${T+2}" fill="none" stroke="#ccc"/><text x="${x+T/2-8}" y="${y+T+18}" font-size="16" font-weight="bold">${i+1}</text>`);}
  await sharp({create:{width:W,height:H,channels:3,background:"#fff"}}).composite([...comps,{input:Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" font-family="sans-serif">${texts.join("")}</svg>`),left:0,top:0}]).png().toFile(`${out}/query-${String(n+1).padStart(2,"0")}.png`);
}
writeFileSync(keyFile,JSON.stringify(key));
console.log(key.map(k=>k.cells.length).join(" "));
