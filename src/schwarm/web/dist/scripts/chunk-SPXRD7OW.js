import{recallJson as a,remember as M}from"./browser-memory.js";var m=1,g=5,x=4,P=2,S=5,h=100,p=200;function z(t){let s=2166136261;for(let e of t)s=Math.imul(s^e.charCodeAt(0),16777619)>>>0;return s.toString(
36)}function v(t,{position:s,difficulty:e},n){let o=z(s),r=f=>f.filter(b=>b!==o),u=n?t.streak+1:0,i=(n?e>=t.suits:e<=t.suits)?n?Math.max(0,t.trend)+1:Math.min(0,t.trend)-1:t.trend,l=i>=x||i<=-P;return{
...t,streak:u,best:Math.max(t.best,u),solved:n?[...r(t.solved),o]:r(t.solved),missed:n?r(t.missed):[...r(t.missed),o],suits:l?Math.max(m,Math.min(g,t.suits+Math.sign(i))):t.suits,trend:l?0:i}}function K(t,s){
let e=Number(t.chosen)||t.suits,n=({position:u,difficulty:c})=>{let i=z(u);return(t.solved.includes(i)?p:t.missed.includes(i)?h:0)+Math.abs(c-e)},o=Math.min(...s.map(n)),r=s.filter(u=>n(u)===o);return o<
h?r.slice(0,S):r}var d=class{kept={solved:[],missed:[],streak:0,best:0,suits:m,trend:0,chosen:""};#t;constructor(s){this.#t=`puzzles-${s}`,Object.assign(this.kept,a(this.#t,{}))}choose(s){this.#s(e=>({
...e,chosen:s}))}tried(s,e){this.#s(n=>v(n,s,e))}next(s,e){let n=K(this.kept,s.filter(o=>o!==e||s.length===1));return n[Math.floor(Math.random()*n.length)]??null}#s(s){let{chosen:e}=this.kept;this.kept=
s({...this.kept,...a(this.#t,{}),chosen:e}),M(this.#t,JSON.stringify(this.kept))}};export{d as a};
