// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Code} from "./Code.sol";
import {Router} from "./Router.sol";
import {vm} from "./Vm.sol";

interface V2Factory {
    function createPair(address a, address b) external returns (address);
}

interface V2Pair {
    function mint(address to) external returns (uint256);
    function getReserves() external view returns (uint112, uint112, uint32);
}

interface V3Factory {
    function createPool(address a, address b, uint24 fee) external returns (address);
}

interface V3Pool {
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data) external;
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256, int256);
}

interface Wrapped {
    function deposit() external payable;
    function transfer(address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
}

/// @notice The router's own bytes among real Uniswap v2 and v3 pools. The payer and a victim have approved the
/// router without limit; the receiver and the affiliate hold one unit of each token, like accounts in use.
abstract contract Rig {
    uint256 internal constant E18 = 1e18;
    uint256 internal constant POOLED = 1e24;
    uint256 internal constant HELD = 1e24;
    uint256 internal constant FOREVER = type(uint40).max;
    uint256 internal constant NOW = 1_700_000_000;

    address internal payer = address(0xA11CE);
    address internal receiver = address(0xB0B);
    address internal affiliate = address(0xAFF1);
    address internal victim = address(0xDEAD1);
    address internal attacker = address(0xBAD);

    Router internal router;
    PlainToken internal a;
    PlainToken internal b;
    PlainToken internal c;
    address internal weth;
    address internal v2;
    address internal v3;
    mapping(address => mapping(address => address)) internal pair;
    mapping(address => mapping(address => address)) internal pool;

    function setUp() public virtual {
        vm.warp(NOW);
        vm.deal(address(this), 1e30);
        bytes memory token = Code.built("PlainToken");
        (a, b, c) = (PlainToken(Code.create(token)), PlainToken(Code.create(token)), PlainToken(Code.create(token)));
        weth = Code.create(_wrapped());
        v2 = Code.create(
            _package("@uniswap/v2-core/build/UniswapV2Factory.json", ".evm.bytecode.object"), abi.encode(address(0))
        );
        v3 = Code.create(
            _package("@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json", ".bytecode")
        );
        router = Router(Code.create(Code.built("SwapRouter")));
        _fund();
        _pair(address(a), address(b));
        _pair(address(b), address(c));
        _pair(address(a), weth);
        _pool(address(a), address(b));
        _pool(address(b), address(c));
        _pool(address(a), weth);
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata data) external {
        (address token0, address token1) = abi.decode(data, (address, address));
        if (owed0 > 0) PlainToken(token0).transfer(msg.sender, owed0);
        if (owed1 > 0) PlainToken(token1).transfer(msg.sender, owed1);
    }

    function tokens() internal view returns (address[4] memory) {
        return [address(a), address(b), address(c), weth];
    }

    function _wrapped() internal view virtual returns (bytes memory) {
        return _package("canonical-weth/build/contracts/WETH9.json", ".bytecode");
    }

    function _fund() private {
        Wrapped(weth).deposit{value: 1e28}();
        address[4] memory all = tokens();
        for (uint256 i = 0; i < 4; i++) {
            PlainToken token = PlainToken(all[i]);
            if (all[i] != weth) token.mint(address(this), 1e28);
            token.transfer(payer, HELD);
            token.transfer(victim, HELD);
            token.transfer(attacker, HELD);
            token.transfer(receiver, 1);
            token.transfer(affiliate, 1);
            _allow(payer, all[i]);
            _allow(victim, all[i]);
            _allow(attacker, all[i]);
        }
        vm.deal(payer, HELD);
        vm.deal(victim, HELD);
        vm.deal(attacker, HELD);
        vm.deal(receiver, 1);
        vm.deal(affiliate, 1);
    }

    function _allow(address owner, address token) internal {
        vm.prank(owner);
        PlainToken(token).approve(address(router), type(uint256).max);
    }

    function _pair(address x, address y) internal returns (address made) {
        made = V2Factory(v2).createPair(x, y);
        PlainToken(x).transfer(made, POOLED);
        PlainToken(y).transfer(made, POOLED);
        V2Pair(made).mint(address(this));
        pair[x][y] = made;
        pair[y][x] = made;
    }

    function _pool(address x, address y) internal returns (address made) {
        made = V3Factory(v3).createPool(x, y, 3000);
        V3Pool(made).initialize(1 << 96);
        V3Pool(made).mint(
            address(this), -887220, 887220, uint128(POOLED), x < y ? abi.encode(x, y) : abi.encode(y, x)
        );
        pool[x][y] = made;
        pool[y][x] = made;
    }

    function _package(string memory path, string memory key) internal view returns (bytes memory) {
        return vm.parseJsonBytes(vm.readFile(string.concat("node_modules/", path)), key);
    }

    /// One half of the largest share: 1/2.
    function _half() internal pure returns (uint32) {
        return 1 << 31;
    }

    function bound(uint256 x, uint256 low, uint256 high) internal pure returns (uint256) {
        return low + x % (high - low + 1);
    }
}
