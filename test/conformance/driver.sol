// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

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

interface IPairFactory {
    function createPair(address, address) external returns (IPair);
}

interface IPair {
    function getReserves() external view returns (uint112, uint112, uint32);
    function swap(uint256, uint256, address, bytes calldata) external;
    function sync() external;
}

interface IPoolFactory {
    function createPool(address, address, uint24) external returns (IPool);
    function feeAmountTickSpacing(uint24) external view returns (int24);
    function enableFeeAmount(uint24, int24) external;
}

interface IPool {
    function initialize(uint160) external;
    function mint(address, int24, int24, uint128, bytes calldata) external returns (uint256, uint256);
    function swap(address, bool, int256, uint160, bytes calldata) external returns (int256, int256);
    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool);
    function liquidity() external view returns (uint128);
    function ticks(int24) external view
        returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool);
}

/// Plays a whole scenario on its own pool in one call: creates a pool, fills it, trades with it in turns.
/// A turn is signed: token 0 is sold if it is positive, token 1 if it is negative.
contract Driver {
    Coin public token0;
    Coin public token1;

    struct Position {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    struct Scenario {
        uint24 fee;
        int24 spacing;
        uint160 sqrtPriceX96;
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

    constructor() {
        (token0, token1) = (new Coin(address(this)), new Coin(address(this)));
        if (token0 > token1) (token0, token1) = (token1, token0);
    }

    /// For every turn: bit 0, the pair gives the claimed output (0: none was claimed); bit 1, it would give one more.
    function playPair(IPairFactory factory, uint112 r0, uint112 r1, int256[] calldata turns, uint256[] calldata claims)
        external
        returns (uint256[] memory verdicts, uint256[] memory gasUsed, IPair pair)
    {
        pair = factory.createPair(address(token0), address(token1));
        token0.transfer(address(pair), r0);
        token1.transfer(address(pair), r1);
        pair.sync();

        verdicts = new uint256[](turns.length);
        gasUsed = new uint256[](turns.length);
        for (uint256 i = 0; i < turns.length; i++) {
            try this.turnPair(pair, turns[i], claims[i] + 1) {
                verdicts[i] = 2;
                continue;
            } catch {}
            if (claims[i] == 0) continue;
            uint256 before = gasleft();
            try this.turnPair(pair, turns[i], claims[i]) {
                verdicts[i] = 1;
            } catch {}
            gasUsed[i] = before - gasleft();
        }
    }

    function turnPair(IPair pair, int256 turn, uint256 out) external {
        if (turn > 0) {
            token0.transfer(address(pair), uint256(turn));
            pair.swap(0, out, address(this), "");
        } else {
            token1.transfer(address(pair), uint256(-turn));
            pair.swap(out, 0, address(this), "");
        }
    }

    /// Returns the visible state of the pool before the first turn, the net liquidity of the initialized `ticks`, and
    /// the state after every turn. A turn that is refused, filled in part or without output is undone: out is 0.
    function playPool(IPoolFactory factory, Scenario calldata scenario, int256[] calldata turns)
        external
        returns (Seen memory start, int256[] memory nets, Seen[] memory seen, IPool pool)
    {
        pool = open(factory, scenario);
        start = look(pool);
        nets = netsOf(pool, scenario.ticks);
        seen = new Seen[](turns.length);
        for (uint256 i = 0; i < turns.length; i++) seen[i] = turnAndLook(pool, turns[i]);
    }

    function open(IPoolFactory factory, Scenario calldata scenario) internal returns (IPool pool) {
        uint24 fee = scenario.fee;
        if (factory.feeAmountTickSpacing(fee) == 0) factory.enableFeeAmount(fee, scenario.spacing);
        pool = factory.createPool(address(token0), address(token1), fee);
        pool.initialize(scenario.sqrtPriceX96);
        for (uint256 i = 0; i < scenario.positions.length; i++) {
            Position calldata at = scenario.positions[i];
            try pool.mint(address(this), at.lower, at.upper, at.liquidity, "") {} catch {}
        }
    }

    function netsOf(IPool pool, int24[] calldata ticks) internal view returns (int256[] memory nets) {
        nets = new int256[](ticks.length);
        for (uint256 i = 0; i < ticks.length; i++) {
            (, int128 net,,,,,, bool initialised) = pool.ticks(ticks[i]);
            nets[i] = initialised ? int256(net) : type(int256).max;
        }
    }

    function turnAndLook(IPool pool, int256 turn) internal returns (Seen memory seen) {
        uint256 out;
        uint256 before = gasleft();
        try this.turnPool(pool, turn) returns (uint256 given) {
            out = given;
        } catch {}
        uint256 used = before - gasleft();
        seen = look(pool);
        (seen.out, seen.gasUsed) = (out, used);
    }

    function turnPool(IPool pool, int256 turn) external returns (uint256 out) {
        bool down = turn > 0;
        uint160 limit = down ? 4295128740 : 1461446703485210103287273052203988822378723970341;
        int256 amountIn = down ? turn : -turn;
        (int256 a0, int256 a1) = pool.swap(address(this), down, amountIn, limit, "");
        require((down ? a0 : a1) == amountIn, "in part");
        out = uint256(-(down ? a1 : a0));
        require(out > 0, "for nothing");
    }

    function look(IPool pool) internal view returns (Seen memory seen) {
        (seen.sqrtPriceX96, seen.tick,,,,,) = pool.slot0();
        seen.liquidity = pool.liquidity();
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata) external {
        if (owed0 > 0) token0.transfer(msg.sender, owed0);
        if (owed1 > 0) token1.transfer(msg.sender, owed1);
    }

    function uniswapV3SwapCallback(int256 owed0, int256 owed1, bytes calldata) external {
        if (owed0 > 0) token0.transfer(msg.sender, uint256(owed0));
        if (owed1 > 0) token1.transfer(msg.sender, uint256(owed1));
    }
}
