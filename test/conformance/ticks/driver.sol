// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IVault} from "contracts/sandbox/IVault.sol";

/// The minimum that a pool needs of a token.
contract Coin {
    mapping(address => uint256) public balanceOf;

    constructor(address holder) {
        balanceOf[holder] = 1 << 255;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }
}

/// Plays a whole scenario on its own pool in one call: creates a pool with ticks, fills it, trades with it in turns.
/// A turn is signed: token 0 is sold if it is positive, token 1 if it is negative.
abstract contract TickDriver {
    Coin public token0;
    Coin public token1;

    /// A call before a pool is used; `to` is 0 for the pool itself, whose address the first answer contains.
    struct Step {
        address to;
        bytes data;
    }

    struct Position {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    struct Scenario {
        Step[] steps;
        Position[] positions;
        int24[] ticks;
    }

    struct Seen {
        uint160 sqrtPriceX96;
        int24 tick;
        uint128 liquidity;
        uint256 out;
        uint256 gasUsed;
    }

    uint160 internal constant LOWEST_PRICE = 4295128740;
    uint160 internal constant HIGHEST_PRICE = 1461446703485210103287273052203988822378723970341;

    constructor() {
        (token0, token1) = (new Coin(address(this)), new Coin(address(this)));
        if (token0 > token1) (token0, token1) = (token1, token0);
    }

    /// Returns the visible state of the pool before the first turn, the net liquidity of the initialized `ticks` (the
    /// largest number for any other), and the state after every turn. A turn that the pool refuses, takes in part or
    /// gives nothing for is undone: out is 0.
    function play(Scenario calldata scenario, int256[] calldata turns)
        external
        returns (Seen memory start, int256[] memory nets, Seen[] memory seen, address pool)
    {
        for (uint256 i = 0; i < scenario.steps.length; i++) {
            bytes memory answer = run(scenario.steps[i].to == address(0) ? pool : scenario.steps[i].to, scenario.steps[i].data);
            if (pool == address(0) && answer.length > 31) pool = abi.decode(answer, (address));
        }
        for (uint256 i = 0; i < scenario.positions.length; i++) {
            Position calldata at = scenario.positions[i];
            try this.mint(pool, at) {} catch {}
        }
        start = look(pool);
        nets = new int256[](scenario.ticks.length);
        for (uint256 i = 0; i < nets.length; i++) nets[i] = netAt(pool, scenario.ticks[i]);
        seen = new Seen[](turns.length);
        for (uint256 i = 0; i < turns.length; i++) seen[i] = turnAndLook(pool, turns[i]);
    }

    function turnAndLook(address pool, int256 signed) internal returns (Seen memory seen) {
        uint256 out;
        uint256 before = gasleft();
        try this.turn(pool, signed) returns (uint256 given) {
            out = given;
        } catch {}
        uint256 used = before - gasleft();
        seen = look(pool);
        (seen.out, seen.gasUsed) = (out, used);
    }

    function turn(address pool, int256 signed) external returns (uint256 out) {
        bool down = signed > 0;
        int256 amountIn = down ? signed : -signed;
        (int256 a0, int256 a1) = swap(pool, down, amountIn);
        require((down ? a0 : a1) == amountIn, "in part");
        out = uint256(-(down ? a1 : a0));
        require(out > 0, "for nothing");
    }

    function run(address to, bytes memory data) internal returns (bytes memory answer) {
        bool ok;
        (ok, answer) = to.call(data);
        if (!ok) assembly { revert(add(answer, 32), mload(answer)) }
    }

    function mint(address pool, Position calldata at) external virtual;
    /// Amounts that the pool takes are positive, those it gives negative.
    function swap(address pool, bool down, int256 amountIn) internal virtual returns (int256 a0, int256 a1);
    function look(address pool) internal virtual returns (Seen memory);
    function netAt(address pool, int24 tick) internal virtual returns (int256);
}

/// Pools that are separate contracts and call back to be paid, with any selector.
contract CallbackDriver is TickDriver {
    /// Selector of the family's function for price and tick, and whether its mint names a second receiver.
    bytes4 private immutable priceOf;
    bool private immutable mintsForTwo;

    constructor(bytes4 priceOf_, bool mintsForTwo_) {
        (priceOf, mintsForTwo) = (priceOf_, mintsForTwo_);
    }

    function mint(address pool, Position calldata at) external override {
        if (mintsForTwo) {
            bytes4 forTwo = bytes4(keccak256("mint(address,address,int24,int24,uint128,bytes)"));
            run(pool, abi.encodeWithSelector(forTwo, this, this, at.lower, at.upper, at.liquidity, ""));
        } else {
            bytes4 forOne = bytes4(keccak256("mint(address,int24,int24,uint128,bytes)"));
            run(pool, abi.encodeWithSelector(forOne, this, at.lower, at.upper, at.liquidity, ""));
        }
    }

    function swap(address pool, bool down, int256 amountIn) internal override returns (int256 a0, int256 a1) {
        uint160 limit = down ? LOWEST_PRICE : HIGHEST_PRICE;
        bytes memory answer = run(
            pool, abi.encodeWithSignature("swap(address,bool,int256,uint160,bytes)", this, down, amountIn, limit, "")
        );
        (a0, a1) = abi.decode(answer, (int256, int256));
    }

    function look(address pool) internal override returns (Seen memory seen) {
        (seen.sqrtPriceX96, seen.tick) = abi.decode(run(pool, abi.encodePacked(priceOf)), (uint160, int24));
        seen.liquidity = abi.decode(run(pool, abi.encodeWithSignature("liquidity()")), (uint128));
    }

    function netAt(address pool, int24 tick) internal override returns (int256) {
        (uint256 gross, int256 net) =
            abi.decode(run(pool, abi.encodeWithSignature("ticks(int24)", tick)), (uint256, int256));
        return gross == 0 ? type(int256).max : net;
    }

    /// (amount0, amount1, data): amounts owed are positive.
    fallback() external {
        (int256 owed0, int256 owed1) = abi.decode(msg.data[4:], (int256, int256));
        if (owed0 > 0) token0.transfer(msg.sender, uint256(owed0));
        if (owed1 > 0) token1.transfer(msg.sender, uint256(owed1));
    }
}

/// Pools of Uniswap v4's PoolManager, without hooks.
contract VaultDriver is TickDriver {
    IVault.Key private key;

    function open(IVault manager, uint24 fee, int24 spacing, uint160 sqrtPriceX96) external returns (IVault) {
        key = IVault.Key(address(token0), address(token1), fee, spacing, address(0));
        manager.initialize(key, sqrtPriceX96);
        return manager;
    }

    function mint(address pool, Position calldata at) external override {
        IVault.Change memory change = IVault.Change(at.lower, at.upper, int256(uint256(at.liquidity)), 0);
        IVault(pool).unlock(abi.encodeCall(IVault.modifyLiquidity, (key, change, "")));
    }

    function swap(address pool, bool down, int256 amountIn) internal override returns (int256 a0, int256 a1) {
        IVault.Params memory params = IVault.Params(down, -amountIn, down ? LOWEST_PRICE : HIGHEST_PRICE);
        bytes memory said = IVault(pool).unlock(abi.encodeCall(IVault.swap, (key, params, "")));
        (a0, a1) = abi.decode(said, (int256, int256));
    }

    /// Performs the request on the vault, then pays or takes the result. @return what the vault took
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        IVault manager = IVault(msg.sender);
        int256 delta = abi.decode(run(msg.sender, data), (int256));
        return abi.encode(
            settled(manager, key.currency0, int128(delta >> 128)), settled(manager, key.currency1, int128(delta))
        );
    }

    function settled(IVault manager, address currency, int256 delta) private returns (int256) {
        if (delta < 0) {
            manager.sync(currency);
            Coin(currency).transfer(address(manager), uint256(-delta));
            manager.settle();
        } else if (delta > 0) {
            manager.take(currency, address(this), uint256(delta));
        }
        return -delta;
    }

    function look(address pool) internal view override returns (Seen memory seen) {
        uint256 slot0 = uint256(IVault(pool).extsload(at(0)));
        (seen.sqrtPriceX96, seen.tick) = (uint160(slot0), int24(uint24(slot0 >> 160)));
        seen.liquidity = uint128(uint256(IVault(pool).extsload(at(3))));
    }

    function netAt(address pool, int24 tick) internal view override returns (int256) {
        bytes32 slot = keccak256(abi.encode(int256(tick), at(4)));
        uint256 info = uint256(IVault(pool).extsload(slot));
        return uint128(info) == 0 ? type(int256).max : int256(info) >> 128;
    }

    /// A slot of the pool's state, which the manager stores in its seventh variable by the key's hash.
    function at(uint256 offset) private view returns (bytes32) {
        return bytes32(uint256(keccak256(abi.encode(keccak256(abi.encode(key)), uint256(6)))) + offset);
    }
}
