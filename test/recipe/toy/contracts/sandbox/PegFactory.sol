// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IPegToken {
    function balanceOf(address owner) external view returns (uint256);
    /// Some tokens return nothing.
    function transfer(address to, uint256 value) external;
}

interface IPegPayer {
    function pegCallback(int256 amount0, int256 amount1, bytes calldata data) external;
}

/// Exchanges two tokens one to one, less a fee; paid by callback.
contract Peg {
    IPegToken public immutable token0;
    IPegToken public immutable token1;
    uint256 public immutable feePpm;

    constructor(address token0_, address token1_, uint256 feePpm_) {
        token0 = IPegToken(token0_);
        token1 = IPegToken(token1_);
        feePpm = feePpm_;
    }

    function reserves() public view returns (uint256, uint256) {
        return (token0.balanceOf(address(this)), token1.balanceOf(address(this)));
    }

    /// The price limit is ignored: there is only one price.
    function swap(address to, bool zeroForOne, int256 amountIn, uint160, bytes calldata data)
        external
        returns (int256 amount0, int256 amount1)
    {
        require(amountIn > 0, "no input");
        int256 out = (amountIn * int256(1e6 - feePpm)) / 1e6;
        require(out > 0, "no output");
        (amount0, amount1) = zeroForOne ? (amountIn, -out) : (-out, amountIn);
        (IPegToken paid, IPegToken given) = zeroForOne ? (token0, token1) : (token1, token0);
        given.transfer(to, uint256(out));
        uint256 before = paid.balanceOf(address(this));
        IPegPayer(msg.sender).pegCallback(amount0, amount1, data);
        require(paid.balanceOf(address(this)) >= before + uint256(amountIn), "not paid");
    }
}

contract PegFactory {
    mapping(address => mapping(address => Peg)) private pegs;

    function make(address a, address b, uint256 feePpm) external returns (Peg peg) {
        (address token0, address token1) = a < b ? (a, b) : (b, a);
        peg = new Peg(token0, token1, feePpm);
        pegs[a][b] = peg;
        pegs[b][a] = peg;
    }

    function pegOf(address a, address b) external view returns (Peg peg, uint256 feePpm) {
        peg = pegs[a][b];
        if (address(peg) != address(0)) feePpm = peg.feePpm();
    }
}
