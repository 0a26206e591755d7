// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IVault {
    function balanceOf(address token, address account) external view returns (uint256);
    function withdrawAlternative(address token, address to, uint256 amount, uint8 mode) external;
}

interface IMaster {
    function vault() external view returns (address);
    function isForwarder(address) external view returns (bool);
    function getSwapFee(address pool, address sender, address tokenIn, address tokenOut, bytes calldata data)
        external
        view
        returns (uint24);
}

/// @notice A port, not SyncSwap's code: a classic pool or a stable one, of the kind that keeps its tokens in the vault,
/// with the real interface and integers, limited to swaps. Shares and callbacks are left out.
contract SyncSwapPoolPort {
    struct TokenAmount {
        address token;
        uint256 amount;
    }

    uint256 private constant FEE_UNIT = 1e5;
    /// Twice the amplification.
    uint256 private constant ANN = 2000;
    uint256 private constant MAXIMUM_XP = 3802571709128108338056982581425910818;

    /// 1 classic, 2 stable.
    uint16 public immutable poolType;
    IMaster public immutable master;
    address public immutable vault;
    address public immutable token0;
    address public immutable token1;
    uint256 private immutable multiplier0;
    uint256 private immutable multiplier1;
    uint256 private reserve0;
    uint256 private reserve1;

    constructor(uint16 kind, IMaster master_, address t0, address t1, uint256 m0, uint256 m1) {
        (poolType, master, token0, token1) = (kind, master_, t0, t1);
        vault = master_.vault();
        (multiplier0, multiplier1) = (m0, m1);
    }

    /// Replaces `mint`: the tokens were deposited before.
    function sync() external {
        (reserve0, reserve1) = _balances();
    }

    function token0PrecisionMultiplier() external view returns (uint256) {
        require(poolType == 2, "a classic pool has no such question");
        return multiplier0;
    }

    function token1PrecisionMultiplier() external view returns (uint256) {
        require(poolType == 2, "a classic pool has no such question");
        return multiplier1;
    }

    function getReserves() external view returns (uint256, uint256) {
        return (reserve0, reserve1);
    }

    function getSwapFee(address sender, address tokenIn, address tokenOut, bytes memory data)
        public
        view
        returns (uint24)
    {
        return master.getSwapFee(address(this), sender, tokenIn, tokenOut, data);
    }

    function getAmountOut(address tokenIn, uint256 amountIn, address sender) external view returns (uint256) {
        return _amountOut(tokenIn == token0, amountIn, sender);
    }

    function swap(bytes calldata data, address sender, address, bytes calldata) external returns (TokenAmount memory) {
        (address tokenIn, address to, uint8 mode) = abi.decode(data, (address, address, uint8));
        (uint256 balance0, uint256 balance1) = _balances();
        bool sells0 = tokenIn == token0;
        if (sender != address(0) && sender != msg.sender && !master.isForwarder(msg.sender)) sender = address(0);
        uint256 amount = _amountOut(sells0, sells0 ? balance0 - reserve0 : balance1 - reserve1, sender);
        if (sells0) balance1 -= amount;
        else balance0 -= amount;
        _checkOverflow(balance0, balance1);
        address tokenOut = sells0 ? token1 : token0;
        IVault(vault).withdrawAlternative(tokenOut, to, amount, mode);
        (reserve0, reserve1) = (balance0, balance1);
        return TokenAmount(tokenOut, amount);
    }

    function _amountOut(bool sells0, uint256 amountIn, address sender) private view returns (uint256) {
        if (amountIn == 0) return 0;
        (address tokenIn, address tokenOut) = sells0 ? (token0, token1) : (token1, token0);
        uint256 fee = getSwapFee(sender, tokenIn, tokenOut, "");
        (uint256 held, uint256 given) = sells0 ? (reserve0, reserve1) : (reserve1, reserve0);
        return poolType == 1 ? _classic(amountIn, fee, held, given) : _stable(amountIn, fee, sells0, held, given);
    }

    function _classic(uint256 amountIn, uint256 fee, uint256 held, uint256 given) private pure returns (uint256) {
        uint256 net = amountIn * (FEE_UNIT - fee);
        return net * given / (held * FEE_UNIT + net);
    }

    function _stable(uint256 amountIn, uint256 fee, bool sells0, uint256 held, uint256 given)
        private
        view
        returns (uint256)
    {
        (uint256 scaleIn, uint256 scaleOut) = sells0 ? (multiplier0, multiplier1) : (multiplier1, multiplier0);
        uint256 net = amountIn - amountIn * fee / FEE_UNIT;
        (uint256 x, uint256 y) = (held * scaleIn, given * scaleOut);
        uint256 d = sells0 ? _invariant(x, y) : _invariant(y, x);
        return (y - _left(x + net * scaleIn, d) - 1) / scaleOut;
    }

    function _invariant(uint256 x0, uint256 x1) private pure returns (uint256 d) {
        uint256 sum = x0 + x1;
        d = sum;
        for (uint256 i = 0; i < 256 && sum != 0; i++) {
            uint256 product = d * d / x0 * d / x1 / 4;
            uint256 before = d;
            d = (ANN * sum + 2 * product) * d / ((ANN - 1) * d + 3 * product);
            if (_isClose(d, before)) break;
        }
    }

    function _left(uint256 x, uint256 d) private pure returns (uint256 y) {
        uint256 c = d * d / (2 * x) * d / (2 * ANN);
        uint256 b = x + d / ANN;
        y = d;
        for (uint256 i = 0; i < 256; i++) {
            uint256 before = y;
            y = (y * y + c) / (2 * y + b - d);
            if (_isClose(y, before)) break;
        }
    }

    function _isClose(uint256 a, uint256 b) private pure returns (bool) {
        return a > b ? a - b <= 1 : b - a <= 1;
    }

    function _checkOverflow(uint256 balance0, uint256 balance1) private view {
        uint256 most = type(uint128).max;
        if (poolType == 2) (balance0, balance1, most) = (balance0 * multiplier0, balance1 * multiplier1, MAXIMUM_XP);
        require(balance0 <= most && balance1 <= most, "Overflow");
    }

    function _balances() private view returns (uint256, uint256) {
        return (IVault(vault).balanceOf(token0, address(this)), IVault(vault).balanceOf(token1, address(this)));
    }
}
