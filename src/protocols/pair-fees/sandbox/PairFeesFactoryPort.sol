// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ICoin {
    function balanceOf(address) external view returns (uint256);
}

/// @notice A port, not Camelot's code: a pair of its second version with the real interface and integers, limited
/// to constant-product swaps. Shares, referrers and the owner's part are left out; stable pairs revert.
contract PairFeesPort {
    uint256 private constant WHOLE = 100_000;

    address public immutable token0;
    address public immutable token1;
    bool public stableSwap;
    uint112 private reserve0;
    uint112 private reserve1;
    uint16 private fee0;
    uint16 private fee1;

    constructor(address token0_, address token1_) {
        (token0, token1) = (token0_, token1_);
    }

    /// An addition of ours: the fees on token 0 and token 1 as input, in 1/100,000.
    function set(uint16 fee0_, uint16 fee1_, bool stable) external {
        (fee0, fee1, stableSwap) = (fee0_, fee1_, stable);
    }

    function getReserves() external view returns (uint112, uint112, uint16, uint16) {
        return (reserve0, reserve1, fee0, fee1);
    }

    /// Getters as well, as in other forks.
    function swapFee() external view returns (uint32) {
        return fee0;
    }

    function getAmountOut(uint256 amountIn, address tokenIn) external view returns (uint256) {
        require(!stableSwap, "stable");
        bool down = tokenIn == token0;
        uint256 net = amountIn * (WHOLE - (down ? fee0 : fee1));
        (uint256 held, uint256 given) = down ? (reserve0, reserve1) : (reserve1, reserve0);
        return net * given / (held * WHOLE + net);
    }

    /// The fee is rounded down to whole units here, but not in the output quote.
    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external {
        require(out0 > 0 || out1 > 0, "INSUFFICIENT_OUTPUT_AMOUNT");
        require(out0 < reserve0 && out1 < reserve1, "INSUFFICIENT_LIQUIDITY");
        if (out0 > 0) _pay(token0, to, out0);
        if (out1 > 0) _pay(token1, to, out1);
        (uint256 held0, uint256 held1) = (_held(token0), _held(token1));
        (uint256 in0, uint256 in1) = (held0 - (reserve0 - out0), held1 - (reserve1 - out1));
        require(in0 > 0 || in1 > 0, "INSUFFICIENT_INPUT_AMOUNT");
        uint256 left = (held0 - in0 * fee0 / WHOLE) * (held1 - in1 * fee1 / WHOLE);
        require(left >= uint256(reserve0) * reserve1, "K");
        sync();
    }

    function sync() public {
        (uint256 held0, uint256 held1) = (_held(token0), _held(token1));
        require(held0 <= type(uint112).max && held1 <= type(uint112).max, "OVERFLOW");
        (reserve0, reserve1) = (uint112(held0), uint112(held1));
    }

    function _held(address token) private view returns (uint256) {
        return ICoin(token).balanceOf(address(this));
    }

    /// Accepts tokens that return nothing.
    function _pay(address token, address to, uint256 amount) private {
        (bool ok,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        require(ok, "TRANSFER_FAILED");
    }
}

/// @notice A port: the pair lookup of the factory.
contract PairFeesFactoryPort {
    mapping(address => mapping(address => address)) public getPair;

    function createPair(address a, address b) external returns (address pair) {
        (address token0, address token1) = a < b ? (a, b) : (b, a);
        pair = address(new PairFeesPort(token0, token1));
        (getPair[a][b], getPair[b][a]) = (pair, pair);
    }
}
